// The app: threads take contexts from a pool, make random calls, valid and invalid ones, and swap. They share
// the objects of a share group without a lock.
#include "stress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXTS = 10, OBJECTS = 4, MOST_USED = 6000 };

static const EGLDisplay display = (EGLDisplay)1;
static const EGLConfig config = (EGLConfig)1;

// --- random values

static _Thread_local uint64_t random_state;

static unsigned random_below(unsigned n) {
    random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(random_state >> 33) % n;
}

static float random_float(void) {
    return (float)random_below(1000) / 500 - 0.5f;
}

static GLboolean random_bool(void) {
    return (GLboolean)random_below(2);
}

static GLenum one_of(const GLenum *list, size_t n) {
    return random_below(40) == 0 ? 0x1234 : list[random_below((unsigned)n)];
}

#define ONE_OF(...)                                                                                          \
    one_of((const GLenum[]){__VA_ARGS__}, sizeof((const GLenum[]){__VA_ARGS__}) / sizeof(GLenum))

// --- contexts

// What the contexts of a share group have in common.
struct share {
    int slots; // under the lock of the pool
    atomic_uint textures[OBJECTS], buffers[OBJECTS], renderbuffers[OBJECTS], samplers[OBJECTS],
        programs[OBJECTS];
    atomic_ulong begun, ended; // calls that delete or change shared objects
    atomic_bool is_full;       // few names are left
};

struct slot {
    EGLContext handle;
    int version;
    struct share *share;
    GLuint arrays[OBJECTS], framebuffers[OBJECTS], pipelines[OBJECTS]; // of the thread that owns the slot

    // Under the lock of the pool.
    int holders; // the pool, and threads that use the slot
    bool is_owned, is_busy, is_gone;
};

static struct slot *pool[CONTEXTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct slot *mine;
static _Thread_local EGLSurface surface;

static atomic_ulong swaps, compared, moves, created, destroyed;

static void drop(struct slot *s) {
    if (--s->holders > 0) return;
    if (--s->share->slots == 0) free(s->share);
    free(s);
}

// Creates a context in an empty place, in half of the cases in the share group of another one.
static void create_context(void) {
    static const int versions[] = {20, 30, 32};
    struct slot *s = calloc(1, sizeof *s), *with = NULL;
    if (s == NULL) fail("no memory for", "a context");
    pthread_mutex_lock(&lock);
    if (random_below(3) > 0) with = pool[random_below(CONTEXTS)];
    if (with && with->is_busy) with = NULL;
    if (with) with->holders++, with->is_busy = true; // so that no other thread destroys it meanwhile
    pthread_mutex_unlock(&lock);
    s->version = versions[random_below(3)];
    const EGLint list[] = {EGL_CONTEXT_MAJOR_VERSION, s->version / 10, EGL_CONTEXT_MINOR_VERSION,
                           s->version % 10, EGL_NONE};
    s->handle = GET(eglCreateContext, display, config, with ? with->handle : EGL_NO_CONTEXT, list);
    if (!s->handle) fail("failed:", "eglCreateContext");
    s->share = with ? with->share : calloc(1, sizeof *s->share);
    if (!s->share) fail("no memory for", "a share group");
    s->holders = 1;
    atomic_fetch_add(&created, 1);
    pthread_mutex_lock(&lock);
    s->share->slots++;
    if (with) with->is_busy = false, drop(with);
    int place = 0;
    while (place < CONTEXTS && pool[place]) place++;
    if (place < CONTEXTS) pool[place] = s;
    pthread_mutex_unlock(&lock);
    if (place < CONTEXTS) return;
    if (!GET(eglDestroyContext, display, s->handle)) fail("failed:", "eglDestroyContext");
    atomic_fetch_add(&destroyed, 1);
    pthread_mutex_lock(&lock);
    drop(s);
    pthread_mutex_unlock(&lock);
}

// Destroys a context, which may be current on this thread or on another one.
static void destroy_context(struct slot *s) {
    pthread_mutex_lock(&lock);
    int place = -1;
    for (int i = 0; i < CONTEXTS; i++)
        if (s ? pool[i] == s : pool[i] && random_below(CONTEXTS) == 0) place = i;
    s = place < 0 || pool[place]->is_busy ? NULL : pool[place];
    if (s) pool[place] = NULL, s->is_gone = true;
    pthread_mutex_unlock(&lock);
    if (!s) return;
    if (!GET(eglDestroyContext, display, s->handle)) fail("failed:", "eglDestroyContext");
    atomic_fetch_add(&destroyed, 1);
    pthread_mutex_lock(&lock);
    drop(s);
    pthread_mutex_unlock(&lock);
}

static struct slot *take_slot(void) {
    struct slot *s = NULL;
    pthread_mutex_lock(&lock);
    for (int tries = 0; tries < CONTEXTS && !s; tries++) {
        s = pool[random_below(CONTEXTS)];
        if (s && (s->is_owned || s->is_busy)) s = NULL;
    }
    if (s) s->holders++, s->is_owned = true, s->is_busy = true;
    pthread_mutex_unlock(&lock);
    return s;
}

static void give_back(struct slot *s) {
    if (!s) return;
    pthread_mutex_lock(&lock);
    s->is_owned = false;
    drop(s);
    pthread_mutex_unlock(&lock);
}

// Makes another context current, or none.
static void switch_context(void) {
    struct slot *before = mine, *s = random_below(6) ? take_slot() : NULL;
    surface = s && random_below(8) ? (EGLSurface)1 : EGL_NO_SURFACE;
    if (!s && random_bool()) {
        if (!GET(eglReleaseThread)) fail("failed:", "eglReleaseThread");
    } else if (!GET(eglMakeCurrent, display, surface, surface, s ? s->handle : EGL_NO_CONTEXT)) {
        fail("failed:", "eglMakeCurrent");
    }
    mine = s;
    if (s) {
        pthread_mutex_lock(&lock);
        s->is_busy = false;
        pthread_mutex_unlock(&lock);
        atomic_fetch_add(&moves, 1);
    }
    give_back(before);
}

// --- calls

static GLuint load(const atomic_uint *name) {
    return atomic_load_explicit(name, memory_order_relaxed);
}

static GLuint shared(const atomic_uint *names) {
    unsigned i = random_below(OBJECTS + 2);
    return i < OBJECTS ? load(&names[i]) : i == OBJECTS ? 0 : ANY_NAME;
}

static GLuint own(const GLuint *names) {
    unsigned i = random_below(OBJECTS + 2);
    return i < OBJECTS ? names[i] : i == OBJECTS ? 0 : ANY_NAME;
}

static void begin_change(void) {
    atomic_fetch_add(&mine->share->begun, 1);
}

static void end_change(void) {
    atomic_fetch_add(&mine->share->ended, 1);
}

void get_changes(GLint *begun_ended) {
    begun_ended[0] = (GLint)atomic_load(&mine->share->begun);
    begun_ended[1] = (GLint)atomic_load(&mine->share->ended);
}

// Compares the states of the context before and after calls of the layer, unless another context has changed
// an object of the share group meanwhile: then the layer may have bound what no longer exists.
static void compare(const struct state *was, unsigned long begun, bool is_quiet, const char *what) {
    const struct state *is = &current->state;
    if (!is_quiet || atomic_load(&mine->share->begun) != begun) return;
    atomic_fetch_add_explicit(&compared, 1, memory_order_relaxed);
    if (memcmp(was, is, sizeof *was) == 0) return;
    for (size_t i = 0; i < sizeof *was / 4; i++) {
        GLuint a = ((const GLuint *)was)[i], b = ((const GLuint *)is)[i];
        if (a != b) fprintf(stderr, "stress: version %d: word %zu: %#x became %#x\n", mine->version, i, a, b);
    }
    if (was->error != is->error) fprintf(stderr, "stress: the error is of %s\n", commands[calls.wrong].name);
    fail("another state after", what);
}

static void set_capability(void) {
    GLenum cap = ONE_OF(GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_DITHER, GL_SCISSOR_TEST, GL_STENCIL_TEST,
                        GL_RASTERIZER_DISCARD, GL_SAMPLE_MASK, GL_DEBUG_OUTPUT, GL_SAMPLE_COVERAGE);
    if (random_bool())
        DO(glEnable, cap);
    else
        DO(glDisable, cap);
}

static GLenum factor(void) {
    return ONE_OF(GL_ZERO, GL_ONE, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_COLOR, GL_CONSTANT_COLOR);
}

static GLenum equation(void) {
    return ONE_OF(GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT);
}

static GLenum function(void) {
    return ONE_OF(GL_NEVER, GL_LESS, GL_EQUAL, GL_ALWAYS, GL_GEQUAL);
}

static GLenum operation(void) {
    return ONE_OF(GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_INVERT);
}

static GLenum face(void) {
    return ONE_OF(GL_FRONT, GL_BACK, GL_FRONT_AND_BACK);
}

static GLsizei size(void) {
    return (GLsizei)random_below(300) - 10;
}

static void set_value(void) {
    switch (random_below(26)) {
    case 0:
        return DO(glBlendFunc, factor(), factor());
    case 1:
        return DO(glBlendFuncSeparate, factor(), factor(), factor(), factor());
    case 2:
        return DO(glBlendEquation, equation());
    case 3:
        return DO(glBlendEquationSeparate, equation(), equation());
    case 4:
        return DO(glBlendColor, random_float(), random_float(), random_float(), random_float());
    case 5:
        return DO(glColorMask, random_bool(), random_bool(), random_bool(), random_bool());
    case 6:
        return DO(glDepthMask, random_bool());
    case 7:
        return DO(glStencilMask, random_below(256));
    case 8:
        return DO(glStencilMaskSeparate, face(), random_below(256));
    case 9:
        return DO(glClearColor, random_float(), random_float(), random_float(), random_float());
    case 10:
        return DO(glClearDepthf, random_float());
    case 11:
        return DO(glClearStencil, (GLint)random_below(256));
    case 12:
        return DO(glDepthFunc, function());
    case 13:
        return DO(glDepthRangef, random_float(), random_float());
    case 14:
        return DO(glStencilFunc, function(), (GLint)random_below(256), random_below(256));
    case 15:
        return DO(glStencilFuncSeparate, face(), function(), (GLint)random_below(256), random_below(256));
    case 16:
        return DO(glStencilOp, operation(), operation(), operation());
    case 17:
        return DO(glStencilOpSeparate, face(), operation(), operation(), operation());
    case 18:
        return DO(glViewport, (GLint)random_below(99), 3, size(), size());
    case 19:
        return DO(glScissor, (GLint)random_below(99), 3, size(), size());
    case 20:
        return DO(glCullFace, face());
    case 21:
        return DO(glFrontFace, ONE_OF(GL_CW, GL_CCW));
    case 22:
        return DO(glLineWidth, random_float() * 2);
    case 23:
        return DO(glPolygonOffset, random_float(), random_float());
    case 24:
        return DO(glSampleCoverage, random_float(), random_bool());
    default:
        return DO(glPixelStorei,
                  ONE_OF(GL_UNPACK_ALIGNMENT, GL_PACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS,
                         GL_UNPACK_SKIP_PIXELS, GL_UNPACK_IMAGE_HEIGHT, GL_PACK_ROW_LENGTH),
                  (GLint)random_below(12) - 2);
    }
}

static void set_draw_buffer(void) {
    GLuint i = random_below(DRAW_BUFFERS + 1);
    switch (random_below(6)) {
    case 0:
        return DO(glEnablei, GL_BLEND, i);
    case 1:
        return DO(glDisablei, GL_BLEND, i);
    case 2:
        return DO(glBlendFuncSeparatei, i, factor(), factor(), factor(), factor());
    case 3:
        return DO(glBlendEquationi, i, equation());
    case 4:
        return DO(glBlendEquationSeparatei, i, equation(), equation());
    default:
        return DO(glColorMaski, i, random_bool(), random_bool(), random_bool(), random_bool());
    }
}

// Makes a call whose hook saves and restores the state. Only what the call itself changes may differ.
#define HOOKED_CALL(name, a_, b_, ...)                                                                       \
    do {                                                                                                     \
        unsigned long begun_ = atomic_load(&mine->share->begun);                                             \
        bool is_quiet_ = atomic_load(&mine->share->ended) == begun_;                                         \
        struct state was_;                                                                                   \
        memcpy(&was_, &current->state, sizeof was_);                                                         \
        calls.a = a_, calls.b = b_;                                                                          \
        DO(name, __VA_ARGS__);                                                                               \
        if (was_.error == GL_NO_ERROR) was_.error = current->state.error;                                    \
        KEEP_##name(&was_, &current->state);                                                                 \
        compare(&was_, begun_, is_quiet_, #name);                                                            \
    } while (0)
#define KEEP_glBindTexture(to, from)                                                                         \
    memcpy((to)->textures[(from)->active], (from)->textures[(from)->active], sizeof *(to)->textures)
#define KEEP_glBindFramebuffer(to, from)                                                                     \
    memcpy((to)->framebuffers, (from)->framebuffers, sizeof(to)->framebuffers)
#define KEEP_glUseProgram(to, from) ((to)->program = (from)->program)

static void bind_texture(void) {
    GLenum target =
        random_below(8) ? ONE_OF(GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D) : MARK + random_below(99);
    GLuint name = shared(mine->share->textures);
    HOOKED_CALL(glBindTexture, target, name, target, name);
}

static void bind_framebuffer(void) {
    GLenum target = random_below(8)
                        ? ONE_OF(GL_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER, GL_FRAMEBUFFER)
                        : MARK + random_below(99);
    GLuint name = random_bool() ? 0 : own(mine->framebuffers);
    HOOKED_CALL(glBindFramebuffer, target, name, target, name);
}

static void use_some_program(void) {
    GLuint name = random_below(8) ? shared(mine->share->programs) : MARK + random_below(99);
    HOOKED_CALL(glUseProgram, name, 0, name);
}

static void bind_object(void) {
    switch (random_below(mine->version >= 30 ? 10 : 6)) {
    case 0:
        return DO(glActiveTexture, GL_TEXTURE0 + random_below(4));
    case 1:
        return DO(glActiveTexture, GL_TEXTURE0 + random_below(3) * 100);
    case 2:
        return bind_texture();
    case 3:
        return bind_framebuffer();
    case 4:
        return DO(glBindRenderbuffer, GL_RENDERBUFFER, shared(mine->share->renderbuffers));
    case 5:
        return use_some_program();
    case 6:
        return DO(glBindVertexArray, own(mine->arrays));
    case 7:
        return DO(glBindSampler, random_below(3), shared(mine->share->samplers));
    case 8:
        if (mine->version >= 31) DO(glBindProgramPipeline, own(mine->pipelines));
        return;
    default:
        return DO(glDrawBuffers, 1, &(const GLenum){ONE_OF(GL_NONE, GL_BACK)});
    }
}

static void bind_buffer(void) {
    DO(glBindBuffer,
       ONE_OF(GL_ARRAY_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_PACK_BUFFER, GL_COPY_READ_BUFFER,
              GL_UNIFORM_BUFFER),
       shared(mine->share->buffers));
}

// The layer restores attribute 0 of OpenGL ES 2.0 with the name of its buffer, which another context can
// delete.
static void set_attribute(void) {
    static float data[64];
    GLuint i = random_below(ATTRIBUTES);
    DO(glBindBuffer, GL_ARRAY_BUFFER, 0);
    if (random_bool())
        DO(glEnableVertexAttribArray, i);
    else
        DO(glDisableVertexAttribArray, i);
    DO(glVertexAttribPointer, i, 1 + (GLint)random_below(4), ONE_OF(GL_FLOAT, GL_SHORT), random_bool(),
       8 * (GLsizei)random_below(3), data);
}

// --- objects

#define REPLACE_SHARED(Kind, names)                                                                          \
    do {                                                                                                     \
        GLuint new_ = 0;                                                                                     \
        DO(glGen##Kind, 1, &new_);                                                                           \
        if (new_ > MOST_USED) atomic_store(&mine->share->is_full, true);                                     \
        GLuint old_ = atomic_exchange_explicit(&mine->share->names[i], new_, memory_order_relaxed);          \
        begin_change();                                                                                      \
        DO(glDelete##Kind, 1, &old_);                                                                        \
        end_change();                                                                                        \
    } while (0)

#define REPLACE_OWN(Kind, names) (DO(glDelete##Kind, 1, &mine->names[i]), DO(glGen##Kind, 1, &mine->names[i]))

static GLuint shader(GLenum type, bool compiles) {
    char text[64];
    snprintf(text, sizeof text, "%s %#x %u", compiles ? "app" : "bad", type, random_below(1000));
    GLuint name = GET(glCreateShader, type);
    DO(glShaderSource, name, 1, &(const GLchar *){text}, NULL);
    DO(glCompileShader, name);
    return name;
}

// Links a program, one in five without success.
static GLuint make_program(void) {
    if (random_below(4) == 0) {
        const GLchar *text[] = {random_below(5) ? "app " : "bad ", "whole"};
        return GET(glCreateShaderProgramv, ONE_OF(GL_VERTEX_SHADER, GL_FRAGMENT_SHADER), 2, text);
    }
    GLuint p = GET(glCreateProgram);
    GLuint v = shader(GL_VERTEX_SHADER, random_below(10) > 0), f = shader(GL_FRAGMENT_SHADER, true);
    DO(glAttachShader, p, v);
    if (random_below(10)) DO(glAttachShader, p, f);
    DO(glLinkProgram, p);
    DO(glDeleteShader, v);
    DO(glDeleteShader, f);
    return p;
}

static void replace_program(unsigned i) {
    begin_change();
    GLuint new = make_program();
    if (new > MOST_USED) atomic_store(&mine->share->is_full, true);
    GLuint old = atomic_exchange_explicit(&mine->share->programs[i], new, memory_order_relaxed);
    if (old) DO(glDeleteProgram, old);
    end_change();
}

// Links a program again, which other contexts may use and another thread may delete.
static void link_again(unsigned i) {
    GLuint p = load(&mine->share->programs[i]);
    begin_change();
    if (p) DO(glLinkProgram, p);
    end_change();
}

static void replace_object(void) {
    unsigned i = random_below(OBJECTS);
    bool is_new = mine->version >= 30;
    if (atomic_load(&mine->share->is_full) || mine->framebuffers[i] > MOST_USED ||
        mine->arrays[i] > MOST_USED || mine->pipelines[i] > MOST_USED)
        return;
    switch (random_below(is_new ? 10 : 6)) {
    case 0:
        REPLACE_SHARED(Textures, textures);
        break;
    case 1:
        REPLACE_SHARED(Buffers, buffers);
        break;
    case 2:
        REPLACE_SHARED(Renderbuffers, renderbuffers);
        break;
    case 3:
        replace_program(i);
        break;
    case 4:
        link_again(i);
        break;
    case 5:
        REPLACE_OWN(Framebuffers, framebuffers);
        break;
    case 6:
        REPLACE_SHARED(Samplers, samplers);
        break;
    case 7:
        REPLACE_OWN(VertexArrays, arrays);
        break;
    default:
        if (mine->version >= 31) REPLACE_OWN(ProgramPipelines, pipelines);
    }
}

// --- frames

static void call(void) {
    switch (random_below(8)) {
    case 0:
        return set_capability();
    case 1:
        return bind_object();
    case 2:
        return bind_buffer();
    case 3:
        return random_below(8) ? bind_object() : replace_object();
    case 4:
        return mine->version >= 32 ? set_draw_buffer() : set_attribute();
    case 5:
        return DO(glDrawArrays, GL_POINTS, (GLint)random_below(9), 1);
    default:
        return set_value();
    }
}

static void swap(void) {
    while (GET(glGetError) != GL_NO_ERROR) {
    }
    unsigned long begun = atomic_load(&mine->share->begun);
    bool is_quiet = atomic_load(&mine->share->ended) == begun;
    struct state was;
    memcpy(&was, &current->state, sizeof was);
    if (!GET(eglSwapBuffers, display, surface)) fail("failed:", "eglSwapBuffers");
    compare(&was, begun, is_quiet, "eglSwapBuffers");
    atomic_fetch_add_explicit(&swaps, 1, memory_order_relaxed);
}

static void draw(void) {
    for (unsigned i = 0, n = random_below(50); i < n; i++) call();
    swap();
}

// Returns the slot whose context is current when the thread ends, which releases the context.
static void *run_life(void *number) {
    random_state = *(uint64_t *)number;
    for (unsigned n = 100 + random_below(400); n > 0 && !atomic_load(&over); n--) {
        unsigned what = random_below(12);
        if (what == 0) create_context();
        if (what == 1) destroy_context(random_bool() ? mine : NULL);
        if (what < 4 || !mine) switch_context();
        for (unsigned frames = random_below(4); mine && frames > 0; frames--) draw();
    }
    return mine;
}

void *run_app(void *number) {
    uint64_t random = 64 * (uint64_t)seed + (uint64_t) * (int *)number;
    while (!atomic_load(&over)) {
        pthread_t life;
        void *slot = NULL;
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        if (pthread_create(&life, NULL, run_life, &random) != 0) fail("failed:", "pthread_create");
        pthread_join(life, &slot);
        give_back(slot);
    }
    return NULL;
}

void end_app(void) {
    for (int i = 0; i < CONTEXTS; i++)
        if (pool[i]) destroy_context(pool[i]);
    if (!GET(eglTerminate, display)) fail("failed:", "eglTerminate");
    printf("swaps %lu\ncompared %lu\nmoves %lu\ncreated %lu\ndestroyed %lu\n", atomic_load(&swaps),
           atomic_load(&compared), atomic_load(&moves), atomic_load(&created), atomic_load(&destroyed));
}
