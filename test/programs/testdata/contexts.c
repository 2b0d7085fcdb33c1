/* Sixteen threads, each with four contexts that share objects with one root context: they are created, used
 * and destroyed in each round. In each round all 64 exist at the same time. Exits with status 1 if a pixel or
 * a result is wrong. Usage: contexts ROUNDS [fault], where fault is race, leak or overflow */
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 16, EACH = 4 };

static EGLDisplay display;
static EGLConfig config;
static EGLContext root; /* the root context: all others share objects with it */
static GLuint shared;   /* a red texture of the root context */
static int rounds;
static const char *fault = "";
static int planted;
static void *volatile leaked;
static pthread_barrier_t all_there;

static void want(bool right, const char *what) {
    if (right) return;
    fprintf(stderr, "contexts: %s failed: EGL error 0x%x\n", what, eglGetError());
    exit(1);
}

static EGLContext make(EGLContext with) {
    const EGLint es3[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    eglBindAPI(EGL_OPENGL_ES_API);
    EGLContext made = eglCreateContext(display, config, with, es3);
    want(made != EGL_NO_CONTEXT, "eglCreateContext");
    return made;
}

static void enter(EGLContext context) {
    want(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context), "eglMakeCurrent");
}

static bool is_red(void) {
    unsigned char pixel[4] = {0};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return pixel[0] == 255 && pixel[1] == 0 && pixel[3] == 255 && glGetError() == GL_NO_ERROR;
}

/* The root's texture is visible here, and so is a texture of this context, which is deleted again. */
static void draw(void) {
    GLuint textures[2] = {shared}, framebuffer;
    glGenTextures(1, &textures[1]);
    glBindTexture(GL_TEXTURE_2D, textures[1]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glClearColor(1, 0, 0, 1);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < 2; i++) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[i], 0);
        if (i == 1) glClear(GL_COLOR_BUFFER_BIT);
        want(is_red(), "drawing");
    }
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &textures[1]);
}

/* A name that Android knows, one that only the driver knows, and an unknown one. */
static void look_up(void) {
    for (const char *const *name =
             (const char *const[]){"glClear", "eglQueryDevicesEXT", "glBegin", "glNobodyHasThis", NULL};
         *name; name++)
        for (int i = 0; i < 2; i++) (void)eglGetProcAddress(*name);
    want(eglGetProcAddress("eglSwapBuffers") != NULL, "eglGetProcAddress");
}

static void *work(void *unused) {
    for (int round = 0; round < rounds; round++) {
        EGLContext own[EACH];
        for (int i = 0; i < EACH; i++) own[i] = make(i ? own[i - 1] : root);
        pthread_barrier_wait(&all_there);
        if (strcmp(fault, "race") == 0) planted++;
        for (int i = 0; i < EACH; i++) {
            enter(own[i]);
            look_up();
            draw();
            if (i % 2)
                want(eglDestroyContext(display, own[i]), "eglDestroyContext"); /* while it is current */
        }
        enter(EGL_NO_CONTEXT);
        for (int i = 0; i < EACH; i += 2) want(eglDestroyContext(display, own[i]), "eglDestroyContext");
        if (round % 2) eglReleaseThread(); /* otherwise when the thread ends, or not in this round */
    }
    return unused;
}

static void set_up(void) {
    const EGLint es3[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                          EGL_NONE};
    const unsigned char red[] = {255, 0, 0, 255};
    EGLint count = 0;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    want(eglInitialize(display, NULL, NULL), "eglInitialize");
    want(eglChooseConfig(display, es3, &config, 1, &count) && count == 1, "eglChooseConfig");
    root = make(EGL_NO_CONTEXT);
    enter(root);
    glGenTextures(1, &shared);
    glBindTexture(GL_TEXTURE_2D, shared);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, red);
    glFinish();
    enter(EGL_NO_CONTEXT);
}

/* Otherwise Mesa is unloaded before leaks are reported, and its leaks have no library name. */
static int keep(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    rounds = atoi(argv[1]);
    if (argc > 2) fault = argv[2];
    planted = argc; /* not a constant, for overflow */
    set_up();
    pthread_t threads[THREADS];
    pthread_barrier_init(&all_there, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        want(pthread_create(&threads[i], NULL, work, NULL) == 0, "pthread_create");
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    dl_iterate_phdr(keep, NULL);
    want(eglDestroyContext(display, root), "eglDestroyContext");
    want(eglTerminate(display), "eglTerminate");
    eglReleaseThread();
    if (strcmp(fault, "overflow") == 0) planted += INT_MAX;
    if (strcmp(fault, "leak") == 0) leaked = malloc(12345);
    leaked = NULL;
    printf("contexts: %d made and destroyed\n", rounds * THREADS * EACH + 1);
    return 0;
}
