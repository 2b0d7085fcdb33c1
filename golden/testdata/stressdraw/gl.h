// The state and the objects of the driver. Threads share the names of objects without a lock, so that the
// driver does not order the calls of threads: then the sanitizer sees what the layer itself orders.

#include <stdio.h>

#define S (&current->state)

static void error(GLenum e) {
    if (S->error == GL_NO_ERROR) S->error = e, calls.wrong = calls.last;
}

static bool is_one(GLenum value, const GLenum *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (list[i] == value) return true;
    error(GL_INVALID_ENUM);
    return false;
}

#define IS_ONE(value, ...)                                                                                   \
    is_one(value, (const GLenum[]){__VA_ARGS__}, sizeof((const GLenum[]){__VA_ARGS__}) / sizeof(GLenum))

// --- values

static const struct {
    GLenum name;
    int words;
    char kind;
    float initial;
} values[VALUE_COUNT] = {
#define V(name, words, kind, initial) {name, words, #kind[0], initial},
    VALUES(V)
#undef V
};

static const struct {
    GLenum name;
    int since;
} capabilities[CAPABILITIES] = {
    {GL_CULL_FACE, 20},
    {GL_DEPTH_TEST, 20},
    {GL_DITHER, 20},
    {GL_POLYGON_OFFSET_FILL, 20},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, 20},
    {GL_SAMPLE_COVERAGE, 20},
    {GL_SCISSOR_TEST, 20},
    {GL_STENCIL_TEST, 20},
    {GL_PRIMITIVE_RESTART_FIXED_INDEX, 30},
    {GL_RASTERIZER_DISCARD, 30},
    {GL_SAMPLE_MASK, 31},
    {GL_SAMPLE_SHADING, 32},
    {GL_DEBUG_OUTPUT, 32},
};

void begin_state(struct state *s) {
    memset(s, 0, sizeof *s);
    for (int v = 0; v < VALUE_COUNT; v++)
        for (int i = values[v].words > 1 ? values[v].words / 2 : 0; i < values[v].words; i++) {
            if (values[v].kind == 'f')
                s->values[v][i].f = v == V_GL_DEPTH_RANGE ? 1 : values[v].initial;
            else
                s->values[v][i].i = (GLint)values[v].initial;
        }
    for (int i = 0; i < DRAW_BUFFERS; i++)
        s->draw_buffers[i] = (struct draw_buffer){
            0, {GL_FUNC_ADD, GL_FUNC_ADD}, {GL_ONE, GL_ZERO, GL_ONE, GL_ZERO}, {1, 1, 1, 1}};
    for (int i = 0; i < ATTRIBUTES; i++) s->attributes[i].size = 4, s->attributes[i].type = GL_FLOAT;
    s->capabilities[2] = 1; // GL_DITHER
    s->draw_buffer = GL_BACK;
}

static void set_ints(int v, GLint a, GLint b, GLint c, GLint d) {
    const GLint list[] = {a, b, c, d};
    for (int i = 0; i < values[v].words; i++) S->values[v][i].i = list[i];
}

static void set_int(int v, GLint value) {
    set_ints(v, value, 0, 0, 0);
}

static void set_floats(int v, GLfloat a, GLfloat b, GLfloat c, GLfloat d) {
    const GLfloat list[] = {a, b, c, d};
    for (int i = 0; i < values[v].words; i++) S->values[v][i].f = list[i];
}

static float clamped(float f) {
    return f < 0 ? 0 : f > 1 ? 1 : f;
}

static GLint *find_capability(GLenum cap) {
    for (int i = 0; i < CAPABILITIES; i++)
        if (capabilities[i].name == cap && capabilities[i].since <= current->version)
            return &S->capabilities[i];
    return NULL;
}

static void set_capability(GLenum cap, GLint on) {
    GLint *at = find_capability(cap);
    if (cap == GL_BLEND)
        for (int i = 0; i < DRAW_BUFFERS; i++) S->draw_buffers[i].blend = on;
    else if (at)
        *at = on;
    else
        error(GL_INVALID_ENUM);
}

static void driver_glEnable(GLenum cap) {
    set_capability(cap, 1);
}

static void driver_glDisable(GLenum cap) {
    set_capability(cap, 0);
}

static bool is_draw_buffer(GLuint i) {
    if (i >= DRAW_BUFFERS) error(GL_INVALID_VALUE);
    return i < DRAW_BUFFERS;
}

static void driver_glEnablei(GLenum cap, GLuint i) {
    if (IS_ONE(cap, GL_BLEND) && is_draw_buffer(i)) S->draw_buffers[i].blend = 1;
}

static void driver_glDisablei(GLenum cap, GLuint i) {
    if (IS_ONE(cap, GL_BLEND) && is_draw_buffer(i)) S->draw_buffers[i].blend = 0;
}

static GLboolean driver_glIsEnabled(GLenum cap) {
    if (cap == GL_BLEND) return S->draw_buffers[0].blend != 0;
    const GLint *at = find_capability(cap);
    if (!at) error(GL_INVALID_ENUM);
    return at && *at;
}

static GLboolean driver_glIsEnabledi(GLenum cap, GLuint i) {
    return IS_ONE(cap, GL_BLEND) && is_draw_buffer(i) && S->draw_buffers[i].blend;
}

static bool is_factor(GLenum f) {
    return IS_ONE(f, GL_ZERO, GL_ONE, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_COLOR, GL_CONSTANT_COLOR);
}

static void set_factors(int first, int behind, GLenum sc, GLenum dc, GLenum sa, GLenum da) {
    if (!is_factor(sc) || !is_factor(dc) || !is_factor(sa) || !is_factor(da)) return;
    for (int i = first; i < behind; i++) {
        const GLint list[] = {(GLint)sc, (GLint)dc, (GLint)sa, (GLint)da};
        memcpy(S->draw_buffers[i].factors, list, sizeof list);
    }
}

static void driver_glBlendFunc(GLenum src, GLenum dst) {
    set_factors(0, DRAW_BUFFERS, src, dst, src, dst);
}

static void driver_glBlendFuncSeparate(GLenum sc, GLenum dc, GLenum sa, GLenum da) {
    set_factors(0, DRAW_BUFFERS, sc, dc, sa, da);
}

static void driver_glBlendFuncSeparatei(GLuint i, GLenum sc, GLenum dc, GLenum sa, GLenum da) {
    if (is_draw_buffer(i)) set_factors((int)i, (int)i + 1, sc, dc, sa, da);
}

static bool is_equation(GLenum e) {
    return IS_ONE(e, GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT);
}

static void set_equations(int first, int behind, GLenum rgb, GLenum alpha) {
    if (!is_equation(rgb) || !is_equation(alpha)) return;
    for (int i = first; i < behind; i++)
        S->draw_buffers[i].equations[0] = (GLint)rgb, S->draw_buffers[i].equations[1] = (GLint)alpha;
}

static void driver_glBlendEquation(GLenum mode) {
    set_equations(0, DRAW_BUFFERS, mode, mode);
}

static void driver_glBlendEquationSeparate(GLenum rgb, GLenum alpha) {
    set_equations(0, DRAW_BUFFERS, rgb, alpha);
}

static void driver_glBlendEquationi(GLuint i, GLenum mode) {
    if (is_draw_buffer(i)) set_equations((int)i, (int)i + 1, mode, mode);
}

static void driver_glBlendEquationSeparatei(GLuint i, GLenum rgb, GLenum alpha) {
    if (is_draw_buffer(i)) set_equations((int)i, (int)i + 1, rgb, alpha);
}

static void driver_glBlendColor(GLfloat r, GLfloat g, GLfloat b, GLfloat a) {
    set_floats(V_GL_BLEND_COLOR, r, g, b, a);
}

static void driver_glColorMaski(GLuint i, GLboolean r, GLboolean g, GLboolean b, GLboolean a) {
    const GLint list[] = {r != 0, g != 0, b != 0, a != 0};
    if (is_draw_buffer(i)) memcpy(S->draw_buffers[i].mask, list, sizeof list);
}

static void driver_glColorMask(GLboolean r, GLboolean g, GLboolean b, GLboolean a) {
    for (GLuint i = 0; i < DRAW_BUFFERS; i++) driver_glColorMaski(i, r, g, b, a);
}

static void driver_glDepthMask(GLboolean on) {
    set_int(V_GL_DEPTH_WRITEMASK, on != 0);
}

// Reports which faces an enum names: 1 for front, 2 for back.
static int faces(GLenum face) {
    if (!IS_ONE(face, GL_FRONT, GL_BACK, GL_FRONT_AND_BACK)) return 0;
    return face == GL_FRONT ? 1 : face == GL_BACK ? 2 : 3;
}

static void driver_glStencilMaskSeparate(GLenum face, GLuint mask) {
    int f = faces(face);
    if (f & 1) set_int(V_GL_STENCIL_WRITEMASK, (GLint)mask);
    if (f & 2) set_int(V_GL_STENCIL_BACK_WRITEMASK, (GLint)mask);
}

static void driver_glStencilMask(GLuint mask) {
    driver_glStencilMaskSeparate(GL_FRONT_AND_BACK, mask);
}

static void driver_glClearColor(GLfloat r, GLfloat g, GLfloat b, GLfloat a) {
    set_floats(V_GL_COLOR_CLEAR_VALUE, r, g, b, a);
}

static void driver_glClearDepthf(GLfloat d) {
    set_floats(V_GL_DEPTH_CLEAR_VALUE, clamped(d), 0, 0, 0);
}

static void driver_glClearStencil(GLint s) {
    set_int(V_GL_STENCIL_CLEAR_VALUE, s);
}

static bool is_function(GLenum f) {
    return IS_ONE(f, GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS);
}

static void driver_glDepthFunc(GLenum func) {
    if (is_function(func)) set_int(V_GL_DEPTH_FUNC, (GLint)func);
}

static void driver_glDepthRangef(GLfloat n, GLfloat f) {
    set_floats(V_GL_DEPTH_RANGE, clamped(n), clamped(f), 0, 0);
}

static void driver_glStencilFuncSeparate(GLenum face, GLenum func, GLint ref, GLuint mask) {
    int f = is_function(func) ? faces(face) : 0;
    for (int back = 0; back < 2; back++) {
        if (!(f & 1 << back)) continue;
        set_int(back ? V_GL_STENCIL_BACK_FUNC : V_GL_STENCIL_FUNC, (GLint)func);
        set_int(back ? V_GL_STENCIL_BACK_REF : V_GL_STENCIL_REF, ref);
        set_int(back ? V_GL_STENCIL_BACK_VALUE_MASK : V_GL_STENCIL_VALUE_MASK, (GLint)mask);
    }
}

static void driver_glStencilFunc(GLenum func, GLint ref, GLuint mask) {
    driver_glStencilFuncSeparate(GL_FRONT_AND_BACK, func, ref, mask);
}

static bool is_operation(GLenum o) {
    return IS_ONE(o, GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT);
}

static void driver_glStencilOpSeparate(GLenum face, GLenum fail_op, GLenum zf, GLenum zp) {
    int f = is_operation(fail_op) && is_operation(zf) && is_operation(zp) ? faces(face) : 0;
    for (int back = 0; back < 2; back++) {
        if (!(f & 1 << back)) continue;
        set_int(back ? V_GL_STENCIL_BACK_FAIL : V_GL_STENCIL_FAIL, (GLint)fail_op);
        set_int(back ? V_GL_STENCIL_BACK_PASS_DEPTH_FAIL : V_GL_STENCIL_PASS_DEPTH_FAIL, (GLint)zf);
        set_int(back ? V_GL_STENCIL_BACK_PASS_DEPTH_PASS : V_GL_STENCIL_PASS_DEPTH_PASS, (GLint)zp);
    }
}

static void driver_glStencilOp(GLenum f, GLenum zf, GLenum zp) {
    driver_glStencilOpSeparate(GL_FRONT_AND_BACK, f, zf, zp);
}

static void set_rectangle(int v, GLint x, GLint y, GLsizei w, GLsizei h) {
    if (w < 0 || h < 0)
        error(GL_INVALID_VALUE);
    else
        set_ints(v, x, y, w, h);
}

static void driver_glViewport(GLint x, GLint y, GLsizei w, GLsizei h) {
    set_rectangle(V_GL_VIEWPORT, x, y, w, h);
}

static void driver_glScissor(GLint x, GLint y, GLsizei w, GLsizei h) {
    set_rectangle(V_GL_SCISSOR_BOX, x, y, w, h);
}

static void driver_glCullFace(GLenum mode) {
    if (faces(mode)) set_int(V_GL_CULL_FACE_MODE, (GLint)mode);
}

static void driver_glFrontFace(GLenum mode) {
    if (IS_ONE(mode, GL_CW, GL_CCW)) set_int(V_GL_FRONT_FACE, (GLint)mode);
}

static void driver_glLineWidth(GLfloat width) {
    if (width > 0)
        set_floats(V_GL_LINE_WIDTH, width, 0, 0, 0);
    else
        error(GL_INVALID_VALUE);
}

static void driver_glPolygonOffset(GLfloat factor, GLfloat units) {
    set_floats(V_GL_POLYGON_OFFSET_FACTOR, factor, 0, 0, 0);
    set_floats(V_GL_POLYGON_OFFSET_UNITS, units, 0, 0, 0);
}

static void driver_glSampleCoverage(GLfloat value, GLboolean invert) {
    set_floats(V_GL_SAMPLE_COVERAGE_VALUE, clamped(value), 0, 0, 0);
    set_int(V_GL_SAMPLE_COVERAGE_INVERT, invert != 0);
}

static void driver_glPixelStorei(GLenum name, GLint value) {
    int v = V_GL_UNPACK_ALIGNMENT;
    while (v <= V_GL_PACK_SKIP_ROWS && values[v].name != name) v++;
    bool is_alignment = v <= V_GL_PACK_ALIGNMENT;
    if (v > V_GL_PACK_SKIP_ROWS || (!is_alignment && current->version < 30))
        error(GL_INVALID_ENUM);
    else if (is_alignment ? value != 1 && value != 2 && value != 4 && value != 8 : value < 0)
        error(GL_INVALID_VALUE);
    else
        set_int(v, value);
}

static void driver_glDrawBuffers(GLsizei n, const GLenum *list) {
    if (S->framebuffers[0].name != 0) return; // the state of another framebuffer, which the driver lacks
    if (n != 1 || (list[0] != GL_NONE && list[0] != GL_BACK))
        error(GL_INVALID_OPERATION);
    else
        S->draw_buffer = list[0];
}

// --- names

enum { UNUSED, RESERVED, FIRST_OBJECT };

static unsigned new_object(void) {
    static atomic_uint last = FIRST_OBJECT;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed);
}

static void generate(struct names *n, bool at_once, GLsizei count, GLuint *list) {
    for (GLsizei i = 0; i < count; i++) {
        list[i] = 1 + atomic_fetch_add_explicit(&n->last, 1, memory_order_relaxed);
        if (list[i] >= ANY_NAME) fail("no name is left:", "glGen*");
        atomic_store_explicit(&n->objects[list[i]], at_once ? new_object() : RESERVED, memory_order_relaxed);
    }
}

static bool exists(struct names *n, GLuint name) {
    return name < MOST_NAMES && atomic_load_explicit(&n->objects[name], memory_order_relaxed) >= FIRST_OBJECT;
}

// Binds an object, which the first call creates.
static void bind(struct binding *b, struct names *n, GLuint name) {
    unsigned was = name < MOST_NAMES ? atomic_load_explicit(&n->objects[name], memory_order_relaxed) : UNUSED;
    if (name == 0) {
        *b = (struct binding){0, 0};
        return;
    }
    if (was == UNUSED && name != ANY_NAME) return error(GL_INVALID_OPERATION);
    unsigned object = was < FIRST_OBJECT ? new_object() : was;
    if (was < FIRST_OBJECT &&
        !atomic_compare_exchange_strong_explicit(&n->objects[name], &was, object, memory_order_relaxed,
                                                 memory_order_relaxed)) {
        if (was == UNUSED) return error(GL_INVALID_OPERATION); // deleted meanwhile
        object = was;
    }
    *b = (struct binding){name, object};
}

static void unbind(struct binding *list, int n, GLuint name) {
    for (int i = 0; i < n; i++)
        if (list[i].name == name) list[i] = (struct binding){0, 0};
}

// Deletes objects. The context keeps no binding of them; other contexts do.
static void delete_names(struct names *n, GLsizei count, const GLuint *list, struct binding *bindings,
                         int most) {
    for (GLsizei i = 0; i < count; i++) {
        if (list[i] == 0 || list[i] >= ANY_NAME) continue;
        atomic_store_explicit(&n->objects[list[i]], UNUSED, memory_order_relaxed);
        unbind(bindings, most, list[i]);
    }
}

#define NAMES(Kind, names, at_once, bindings, most)                                                          \
    static void driver_glGen##Kind(GLsizei n, GLuint *list) {                                                \
        generate(&names, at_once, n, list);                                                                  \
    }                                                                                                        \
    static void driver_glDelete##Kind(GLsizei n, const GLuint *list) {                                       \
        delete_names(&names, n, list, bindings, most);                                                       \
    }
NAMES(Textures, current->group->textures, false, S->textures[0], UNITS *TARGETS)
NAMES(Buffers, current->group->buffers, false, S->buffers, BUFFERS)
NAMES(Renderbuffers, current->group->renderbuffers, false, &S->renderbuffer, 1)
NAMES(Samplers, current->group->samplers, true, S->samplers, UNITS)
NAMES(VertexArrays, current->arrays, false, &S->array, 1)
NAMES(Framebuffers, current->framebuffers, false, S->framebuffers, 2)
NAMES(ProgramPipelines, current->pipelines, false, &S->pipeline, 1)

static GLboolean driver_glIsTexture(GLuint name) {
    return exists(&current->group->textures, name);
}

static GLboolean driver_glIsBuffer(GLuint name) {
    return exists(&current->group->buffers, name);
}

static GLboolean driver_glIsRenderbuffer(GLuint name) {
    return exists(&current->group->renderbuffers, name);
}

static GLboolean driver_glIsSampler(GLuint name) {
    return exists(&current->group->samplers, name);
}

static void driver_glActiveTexture(GLenum unit) {
    if (unit >= GL_TEXTURE0 && unit < GL_TEXTURE0 + UNITS)
        S->active = unit - GL_TEXTURE0;
    else
        error(GL_INVALID_ENUM);
}

static const struct {
    GLenum target, query;
    int since;
} targets[TARGETS] = {{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, 20},
                      {GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP, 20},
                      {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, 30},
                      {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, 30}};

static void driver_glBindTexture(GLenum target, GLuint name) {
    call_matches(C_glBindTexture, target, name);
    if (target == GL_TEXTURE_2D_MULTISAMPLE && current->version >= 31) return; // no texture is bound to it
    for (int i = 0; i < TARGETS; i++)
        if (targets[i].target == target && targets[i].since <= current->version)
            return bind(&S->textures[S->active][i], &current->group->textures, name);
    error(GL_INVALID_ENUM);
}

static void driver_glBindSampler(GLuint unit, GLuint name) {
    if (unit >= UNITS)
        error(GL_INVALID_VALUE);
    else if (name != 0 && !exists(&current->group->samplers, name))
        error(GL_INVALID_OPERATION);
    else
        bind(&S->samplers[unit], &current->group->samplers, name);
}

static const struct {
    GLenum target, query;
    int since;
} buffers[BUFFERS] = {{GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING, 20},
                      {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING, 30},
                      {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING, 30},
                      {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING, 30},
                      {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING, 30},
                      {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING, 30}};

static void driver_glBindBuffer(GLenum target, GLuint name) {
    for (int i = 0; i < BUFFERS; i++)
        if (buffers[i].target == target && buffers[i].since <= current->version)
            return bind(&S->buffers[i], &current->group->buffers, name);
    error(GL_INVALID_ENUM);
}

static void driver_glBindVertexArray(GLuint name) {
    bind(&S->array, &current->arrays, name);
}

static void driver_glBindFramebuffer(GLenum target, GLuint name) {
    call_matches(C_glBindFramebuffer, target, name);
    bool is_separate = current->version >= 30;
    if (target != GL_FRAMEBUFFER && !(is_separate && target == GL_DRAW_FRAMEBUFFER) &&
        !(is_separate && target == GL_READ_FRAMEBUFFER))
        return error(GL_INVALID_ENUM);
    if (target != GL_READ_FRAMEBUFFER) bind(&S->framebuffers[0], &current->framebuffers, name);
    if (target != GL_DRAW_FRAMEBUFFER) bind(&S->framebuffers[1], &current->framebuffers, name);
}

static void driver_glBindRenderbuffer(GLenum target, GLuint name) {
    if (IS_ONE(target, GL_RENDERBUFFER)) bind(&S->renderbuffer, &current->group->renderbuffers, name);
}

static void driver_glBindProgramPipeline(GLuint name) {
    bind(&S->pipeline, &current->pipelines, name);
}

// --- shaders and programs, under the lock of their group

struct shader {
    GLenum type;
    char *source;
    bool is_compiled, is_deleted;
    int attached;
};

enum { MOST_ATTACHED = 4 };

struct program {
    GLuint shaders[MOST_ATTACHED];
    int count;
    bool is_linked, is_deleted;
    int used; // contexts
};

#define LOCKED(...)                                                                                          \
    do {                                                                                                     \
        struct group *g = current->group;                                                                    \
        pthread_mutex_lock(&g->lock);                                                                        \
        __VA_ARGS__;                                                                                         \
        pthread_mutex_unlock(&g->lock);                                                                      \
    } while (0)

static struct shader *shader(struct group *g, GLuint name) {
    struct shader *s = name < MOST_NAMES ? g->shaders[name] : NULL;
    if (!s) error(GL_INVALID_VALUE);
    return s;
}

static struct program *program(struct group *g, GLuint name) {
    struct program *p = name < MOST_NAMES ? g->programs[name] : NULL;
    if (!p) error(GL_INVALID_VALUE);
    return p;
}

static void drop_shader(struct group *g, GLuint name) {
    struct shader *s = g->shaders[name];
    if (!s || !s->is_deleted || s->attached > 0) return;
    g->shaders[name] = NULL;
    free(s->source);
    free(s);
}

static void drop_program(struct group *g, GLuint name) {
    struct program *p = g->programs[name];
    if (!p || !p->is_deleted || p->used > 0) return;
    g->programs[name] = NULL;
    for (int i = 0; i < p->count; i++) {
        g->shaders[p->shaders[i]]->attached--;
        drop_shader(g, p->shaders[i]);
    }
    free(p);
}

void free_programs(struct group *g) {
    for (GLuint i = 0; i < MOST_NAMES; i++)
        if (g->programs[i]) g->programs[i]->is_deleted = true, drop_program(g, i);
    for (GLuint i = 0; i < MOST_NAMES; i++)
        if (g->shaders[i]) g->shaders[i]->is_deleted = true, drop_shader(g, i);
}

static GLuint new_name(struct group *g) {
    if (++g->last >= ANY_NAME) fail("no name is left:", "glCreate*");
    return g->last;
}

static void *allocate(size_t size) {
    void *p = calloc(1, size);
    if (!p) fail("no memory for", "an object");
    return p;
}

static GLuint new_shader(struct group *g, GLenum type) {
    if (!IS_ONE(type, GL_VERTEX_SHADER, GL_FRAGMENT_SHADER)) return 0;
    GLuint name = new_name(g);
    g->shaders[name] = allocate(sizeof(struct shader));
    g->shaders[name]->type = type;
    return name;
}

static GLuint new_program(struct group *g) {
    GLuint name = new_name(g);
    g->programs[name] = allocate(sizeof(struct program));
    return name;
}

static void set_source(struct shader *s, GLsizei n, const GLchar *const *text) {
    size_t size = 1;
    for (GLsizei i = 0; i < n; i++) size += strlen(text[i]);
    free(s->source);
    s->source = allocate(size);
    for (GLsizei i = 0; i < n; i++) strcat(s->source, text[i]);
}

static GLuint driver_glCreateShader(GLenum type) {
    GLuint name;
    LOCKED(name = new_shader(g, type));
    return name;
}

static void driver_glShaderSource(GLuint name, GLsizei n, const GLchar *const *text, const GLint *length) {
    (void)length; // the app and the layer pass none
    LOCKED(struct shader *s = shader(g, name); if (s) set_source(s, n, text));
}

// A source compiles unless it begins with "bad".
static void driver_glCompileShader(GLuint name) {
    LOCKED(struct shader *s = shader(g, name);
           if (s) s->is_compiled = s->source && strncmp(s->source, "bad", 3) != 0);
}

static void driver_glDeleteShader(GLuint name) {
    LOCKED(struct shader *s = shader(g, name); if (s) s->is_deleted = true, drop_shader(g, name));
}

static void driver_glGetShaderiv(GLuint name, GLenum what, GLint *value) {
    LOCKED(const struct shader *s = shader(g, name);
           if (s) *value = what == GL_SHADER_TYPE      ? (GLint)s->type
                           : what == GL_COMPILE_STATUS ? s->is_compiled
                           : s->source                 ? (GLint)strlen(s->source) + 1
                                                       : 0);
}

static void driver_glGetShaderSource(GLuint name, GLsizei size, GLsizei *length, GLchar *text) {
    (void)length;
    LOCKED(const struct shader *s = shader(g, name);
           if (s) snprintf(text, (size_t)size, "%s", s->source ? s->source : ""));
}

static GLboolean driver_glIsShader(GLuint name) {
    GLboolean is = 0;
    LOCKED(is = name < MOST_NAMES && g->shaders[name]);
    return is;
}

static GLboolean driver_glIsProgram(GLuint name) {
    GLboolean is = 0;
    LOCKED(is = name < MOST_NAMES && g->programs[name]);
    return is;
}

static GLuint driver_glCreateProgram(void) {
    GLuint name;
    LOCKED(name = new_program(g));
    return name;
}

static GLuint driver_glCreateShaderProgramv(GLenum type, GLsizei n, const GLchar *const *text) {
    GLuint name = 0;
    (void)n;
    if (!IS_ONE(type, GL_VERTEX_SHADER, GL_FRAGMENT_SHADER)) return 0;
    LOCKED(name = new_program(g); g->programs[name]->is_linked = strncmp(text[0], "bad", 3) != 0);
    return name;
}

static void driver_glAttachShader(GLuint name, GLuint attached) {
    LOCKED(struct program *p = program(g, name); struct shader *s = shader(g, attached);
           if (p && s && p->count < MOST_ATTACHED) p->shaders[p->count++] = attached, s->attached++);
}

static void driver_glBindAttribLocation(GLuint p, GLuint at, const GLchar *name) {
    (void)p, (void)at, (void)name;
}

static void link_program(struct group *g, struct program *p) {
    p->is_linked = p->count >= 2;
    for (int i = 0; i < p->count; i++)
        if (!g->shaders[p->shaders[i]]->is_compiled) p->is_linked = false;
}

static void driver_glLinkProgram(GLuint name) {
    LOCKED(struct program *p = program(g, name); if (p) link_program(g, p));
}

static void driver_glDeleteProgram(GLuint name) {
    LOCKED(struct program *p = program(g, name); if (p) p->is_deleted = true, drop_program(g, name));
}

static void driver_glGetProgramiv(GLuint name, GLenum what, GLint *value) {
    LOCKED(const struct program *p = program(g, name);
           if (p) *value = what == GL_DELETE_STATUS ? p->is_deleted : p->is_linked);
}

static void driver_glGetAttachedShaders(GLuint name, GLsizei size, GLsizei *n, GLuint *list) {
    LOCKED(const struct program *p = program(g, name); *n = p ? p->count : 0;
           for (GLsizei i = 0; i < *n && i < size; i++) list[i] = p->shaders[i]);
}

static void driver_glGetObjectLabel(GLenum kind, GLuint name, GLsizei size, GLsizei *length, GLchar *label) {
    (void)length;
    bool is = false;
    LOCKED(is = kind == GL_PROGRAM ? program(g, name) != NULL : shader(g, name) != NULL);
    if (is) snprintf(label, (size_t)size, "label %u", name);
}

static GLint driver_glGetUniformLocation(GLuint p, const GLchar *name) {
    (void)p, (void)name;
    return 1;
}

void use_program(struct context *c, GLuint name) {
    pthread_mutex_lock(&c->group->lock);
    GLuint before = c->state.program;
    if (name != before) {
        c->state.program = name;
        if (name) c->group->programs[name]->used++;
        if (before) c->group->programs[before]->used--, drop_program(c->group, before);
    }
    pthread_mutex_unlock(&c->group->lock);
}

static void driver_glUseProgram(GLuint name) {
    call_matches(C_glUseProgram, name, 0);
    bool ok = name == 0;
    LOCKED(struct program *p = name ? program(g, name) : NULL;
           if (p && !p->is_linked) error(GL_INVALID_OPERATION); if (p && p->is_linked) {
               ok = true;
               p->used++; // so that no other thread deletes it
           });
    if (!ok) return;
    use_program(current, name);
    if (name) LOCKED(g->programs[name]->used--);
}

// --- drawing and attributes

static void driver_glUniform4f(GLint at, GLfloat x, GLfloat y, GLfloat z, GLfloat w) {
    (void)at, (void)x, (void)y, (void)z, (void)w;
}

static void driver_glTexImage2D(GLenum t, GLint level, GLint in, GLsizei w, GLsizei h, GLint border,
                                GLenum format, GLenum type, const void *p) {
    (void)t, (void)level, (void)in, (void)border, (void)type;
    const unsigned char *pixels = p; // the last byte is an alpha: of the font, or of the panel of the HUD
    int size = format == 0x1908 /* GL_RGBA */ ? 4 : 2;
    if (pixels[0] == 1 || pixels[w * h * size - 1] < 200) fail("wrong pixels in", "glTexImage2D");
}

static void driver_glTexParameteri(GLenum target, GLenum name, GLint value) {
    (void)target, (void)name, (void)value;
}

static void driver_glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
    (void)target, (void)usage;
    float last = 0;
    if (data && size >= (GLsizeiptr)sizeof last)
        memcpy(&last, (const char *)data + size - sizeof last, sizeof last);
    if (last < 0 || last > 1) fail("wrong vertices in", "glBufferData");
}

// --- pictures: every second question is answered with a fence that is passed

static void driver_glReadBuffer(GLenum buffer) {
    if (buffer != GL_BACK) fail("the app reads the back buffer:", "glReadBuffer");
}

static void driver_glReadPixels(GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, void *p) {
    (void)x, (void)y, (void)format, (void)type;
    if (p) memset(p, 7, 4 * (size_t)w * (size_t)h);
}

static GLsync driver_glFenceSync(GLenum condition, GLbitfield flags) {
    static int fence;
    (void)condition, (void)flags;
    return (GLsync)(void *)&fence;
}

static GLenum driver_glClientWaitSync(GLsync fence, GLbitfield flags, GLuint64 wait) {
    static atomic_uint questions;
    (void)fence, (void)flags, (void)wait;
    return atomic_fetch_add(&questions, 1) % 2 ? GL_ALREADY_SIGNALED : GL_TIMEOUT_EXPIRED;
}

static void driver_glDeleteSync(GLsync fence) {
    (void)fence;
}

static void *driver_glMapBufferRange(GLenum target, GLintptr at, GLsizeiptr size, GLbitfield access) {
    static unsigned char pixels[4 * SURFACE_SIZE * SURFACE_SIZE];
    (void)target, (void)at, (void)access;
    return size <= (GLsizeiptr)sizeof pixels ? pixels : NULL;
}

static GLboolean driver_glUnmapBuffer(GLenum target) {
    (void)target;
    return GL_TRUE;
}

static void driver_glDrawArrays(GLenum mode, GLint first, GLsizei n) {
    (void)first, (void)n;
    if (mode == GL_TRIANGLES && !S->buffers[0].name) fail("no vertices for", "glDrawArrays");
}

static struct attribute *attribute(GLuint at) {
    return at < ATTRIBUTES && S->array.name == 0 ? &S->attributes[at] : NULL;
}

static void driver_glVertexAttribPointer(GLuint at, GLint n, GLenum type, GLboolean norm, GLsizei stride,
                                         const void *p) {
    struct attribute *a = attribute(at);
    if (!a || !IS_ONE(type, GL_FLOAT, GL_SHORT)) return;
    a->size = n, a->type = (GLint)type, a->normalized = norm != 0, a->stride = stride;
    a->buffer = S->buffers[0].name, a->pointer = p;
}

static void driver_glEnableVertexAttribArray(GLuint at) {
    struct attribute *a = attribute(at);
    if (a) a->enabled = 1;
}

static void driver_glDisableVertexAttribArray(GLuint at) {
    struct attribute *a = attribute(at);
    if (a) a->enabled = 0;
}

static void driver_glGetVertexAttribiv(GLuint at, GLenum name, GLint *value) {
    const struct attribute *a = attribute(at);
    if (!a) return;
    *value = name == GL_VERTEX_ATTRIB_ARRAY_ENABLED      ? a->enabled
             : name == GL_VERTEX_ATTRIB_ARRAY_SIZE       ? a->size
             : name == GL_VERTEX_ATTRIB_ARRAY_TYPE       ? a->type
             : name == GL_VERTEX_ATTRIB_ARRAY_NORMALIZED ? a->normalized
             : name == GL_VERTEX_ATTRIB_ARRAY_STRIDE     ? a->stride
                                                         : (GLint)a->buffer;
}

static void driver_glGetVertexAttribPointerv(GLuint at, GLenum name, void **value) {
    const struct attribute *a = attribute(at);
    (void)name;
    if (a) *value = (void *)a->pointer;
}

// --- queries

static bool get_draw_buffer(GLenum name, const struct draw_buffer *b, GLint *value) {
    switch (name) {
    case GL_BLEND_EQUATION_RGB:
        *value = b->equations[0];
        return true;
    case GL_BLEND_EQUATION_ALPHA:
        *value = b->equations[1];
        return true;
    case GL_BLEND_SRC_RGB:
        *value = b->factors[0];
        return true;
    case GL_BLEND_DST_RGB:
        *value = b->factors[1];
        return true;
    case GL_BLEND_SRC_ALPHA:
        *value = b->factors[2];
        return true;
    case GL_BLEND_DST_ALPHA:
        *value = b->factors[3];
        return true;
    case GL_COLOR_WRITEMASK:
        memcpy(value, b->mask, sizeof b->mask);
        return true;
    }
    return false;
}

static bool get_binding(GLenum name, GLint *value) {
    for (int i = 0; i < TARGETS; i++)
        if (targets[i].query == name) return *value = (GLint)S->textures[S->active][i].name, true;
    for (int i = 0; i < BUFFERS; i++)
        if (buffers[i].query == name) return *value = (GLint)S->buffers[i].name, true;
    switch (name) {
    case GL_TEXTURE_BINDING_2D_MULTISAMPLE:
    case GL_TRANSFORM_FEEDBACK_BINDING:
    case GL_TRANSFORM_FEEDBACK_ACTIVE:
    case GL_TRANSFORM_FEEDBACK_PAUSED:
        *value = 0;
        return true;
    case GL_SAMPLER_BINDING:
        *value = (GLint)S->samplers[S->active].name;
        return true;
    case GL_VERTEX_ARRAY_BINDING:
        *value = (GLint)S->array.name;
        return true;
    case GL_DRAW_FRAMEBUFFER_BINDING: // also GL_FRAMEBUFFER_BINDING
        *value = (GLint)S->framebuffers[0].name;
        return true;
    case GL_READ_FRAMEBUFFER_BINDING:
        *value = (GLint)S->framebuffers[1].name;
        return true;
    case GL_RENDERBUFFER_BINDING:
        *value = (GLint)S->renderbuffer.name;
        return true;
    case GL_PROGRAM_PIPELINE_BINDING:
        *value = (GLint)S->pipeline.name;
        return true;
    case GL_CURRENT_PROGRAM:
        *value = (GLint)S->program;
        return true;
    case GL_ACTIVE_TEXTURE:
        *value = (GLint)(GL_TEXTURE0 + S->active);
        return true;
    case GL_DRAW_BUFFER0:
        *value = S->framebuffers[0].name ? GL_COLOR_ATTACHMENT0 : (GLint)S->draw_buffer;
        return true;
    case GL_MAX_DRAW_BUFFERS:
        *value = DRAW_BUFFERS;
        return true;
    case GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS:
        *value = UNITS;
        return true;
    }
    return false;
}

static void driver_glGetIntegerv(GLenum name, GLint *value) {
    if (name == MARK) return get_changes(value);
    if (name == GL_READ_BUFFER) {
        *value = GL_BACK;
        return;
    }
    for (int v = 0; v < VALUE_COUNT; v++) {
        if (values[v].name != name) continue;
        if (values[v].kind == 'f') fail("floats are queried by", "glGetIntegerv");
        for (int i = 0; i < values[v].words; i++) value[i] = S->values[v][i].i;
        return;
    }
    if (!get_draw_buffer(name, &S->draw_buffers[0], value) && !get_binding(name, value))
        error(GL_INVALID_ENUM);
}

static void driver_glGetFloatv(GLenum name, GLfloat *value) {
    for (int v = 0; v < VALUE_COUNT; v++)
        if (values[v].name == name)
            for (int i = 0; i < values[v].words; i++)
                value[i] = values[v].kind == 'f' ? S->values[v][i].f : (GLfloat)S->values[v][i].i;
}

static void driver_glGetIntegeri_v(GLenum name, GLuint i, GLint *value) {
    if (is_draw_buffer(i) && !get_draw_buffer(name, &S->draw_buffers[i], value)) error(GL_INVALID_ENUM);
}

static const GLubyte *driver_glGetString(GLenum name) {
    if (name != GL_VERSION) return (const GLubyte *)"";
    return (const GLubyte *)(current->version == 20   ? "OpenGL ES 2.0 fake"
                             : current->version == 30 ? "OpenGL ES 3.0 fake"
                                                      : "OpenGL ES 3.2 fake");
}

static GLenum driver_glGetError(void) {
    GLenum e = S->error;
    S->error = GL_NO_ERROR;
    return e;
}
