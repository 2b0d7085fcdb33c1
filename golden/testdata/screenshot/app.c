// Draws frames of which each is different, and writes the pixels of each to the file DIRECTORY/NUMBER.rgba:
// four bytes for each pixel, the first row at the bottom.
//
//	app VERSION WIDTH HEIGHT FRAMES DIRECTORY [WHAT...]
//
// WHAT is what else it does:
//
//	error     makes an error in frame 3
//	signal    sends itself SIGUSR1 in frame 5
//	handler   handles SIGUSR1
//	full      limits files to 64 bytes, and writes no pixels
//	bindings  leaves a framebuffer and a pixel buffer bound, and another read buffer and row length
#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int version, width, height; // version: times ten
static int words;
static char **word;
static volatile sig_atomic_t handled;

static int does(const char *what) {
    for (int i = 0; i < words; i++)
        if (strcmp(word[i], what) == 0) return 1;
    return 0;
}

static void handle(int number) {
    (void)number;
    handled++;
}

static void fill(int x, int y, int w, int h, float r, float g, float b, float a) {
    glScissor(x, y, w, h);
    glClearColor(r, g, b, a);
    glClear(GL_COLOR_BUFFER_BIT);
}

// Each corner has another color, and the columns have stripes.
static void draw_frame(int frame) {
    float f = (float)frame / 255;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glEnable(GL_SCISSOR_TEST);
    fill(0, 0, width, height, f, 0.2f, 0.3f, 0.5f);
    fill(0, 0, width / 2, height / 2, 1, f, 0, 1);
    fill(width / 2, height / 2, width, height, 0, f, 1, 0.25f);
    for (int x = 0; x < width; x += 5) fill(x, height / 3, 1, height, (float)x / (float)width, 1, f, 0);
    glDisable(GL_SCISSOR_TEST);
}

static int write_pixels(const char *directory, int frame) {
    char path[1024];
    size_t size = 4 * (size_t)width * (size_t)height;
    void *pixels = malloc(size);
    snprintf(path, sizeof path, "%s/%d.rgba", directory, frame);
    FILE *f = fopen(path, "wb");
    if (!f || !pixels) return 0;
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    size_t n = fwrite(pixels, 1, size, f);
    free(pixels);
    return fclose(f) == 0 && n == size;
}

static void bind_objects(GLuint framebuffer, GLuint buffer) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (version < 30) return;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glPixelStorei(GL_PACK_ROW_LENGTH, buffer ? 777 : 0);
    glPixelStorei(GL_PACK_SKIP_ROWS, buffer ? 3 : 0);
    glPixelStorei(GL_PACK_ALIGNMENT, buffer ? 1 : 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glReadBuffer(buffer ? GL_NONE : GL_BACK);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

int main(int argc, char **argv) {
    EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    EGLConfig config = NULL;
    EGLint n = 0;
    GLuint framebuffer, buffer;
    if (argc < 6) return 2;
    version = atoi(argv[1]), width = atoi(argv[2]), height = atoi(argv[3]);
    word = argv + 6, words = argc - 6;
    if (does("handler")) signal(SIGUSR1, handle);
    if (does("full")) setrlimit(RLIMIT_FSIZE, &(struct rlimit){64, 64});
    eglInitialize(dpy, NULL, NULL);
    eglChooseConfig(dpy,
                    (const EGLint[]){EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                     EGL_OPENGL_ES2_BIT, EGL_ALPHA_SIZE, 8, EGL_NONE},
                    &config, 1, &n);
    EGLSurface surface = eglCreatePbufferSurface(
        dpy, config, (const EGLint[]){EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE});
    EGLContext context =
        eglCreateContext(dpy, config, EGL_NO_CONTEXT,
                         (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, version / 10, EGL_CONTEXT_MINOR_VERSION,
                                          version % 10, EGL_NONE});
    if (!eglMakeCurrent(dpy, surface, surface, context))
        return fprintf(stderr, "no context of version %d\n", version), 2;
    glGenFramebuffers(1, &framebuffer);
    glGenBuffers(1, &buffer);
    for (int frame = 1; frame <= atoi(argv[4]); frame++) {
        if (does("bindings")) bind_objects(0, 0);
        draw_frame(frame);
        if (!does("full") && !write_pixels(argv[5], frame)) return 1;
        if (does("error") && frame == 3) glEnable(0x1234);
        if (does("signal") && frame == 5) raise(SIGUSR1);
        if (does("bindings")) bind_objects(framebuffer, buffer);
        if (!eglSwapBuffers(dpy, surface)) return 1;
    }
    int errors = 0;
    while (glGetError()) errors++;
    printf("%d errors, %d signals\n", errors, (int)handled);
    eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(dpy, context);
    eglTerminate(dpy);
    return 0;
}
