// Draws some frames and then ends: app exit|kill FRAMES.
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *eglGetDisplay(void *native);
unsigned eglInitialize(void *display, int *major, int *minor);
unsigned eglChooseConfig(void *display, const int *list, void **configs, int size, int *count);
void *eglCreateContext(void *display, void *config, void *share, const int *list);
void *eglCreatePbufferSurface(void *display, void *config, const int *list);
unsigned eglMakeCurrent(void *display, void *draw, void *read, void *context);
unsigned eglSwapBuffers(void *display, void *surface);
void glViewport(int x, int y, int width, int height);
void glClear(unsigned mask);

enum { EGL_NONE = 0x3038, EGL_CONTEXT_CLIENT_VERSION = 0x3098, EGL_WIDTH = 0x3057, EGL_HEIGHT = 0x3056 };
enum { EGL_SURFACE_TYPE = 0x3033, EGL_PBUFFER_BIT = 1, EGL_RENDERABLE_TYPE = 0x3040, EGL_OPENGL_ES2_BIT = 4 };

int main(int count, char **words) {
    static const int wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                                 EGL_NONE};
    static const int version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    static const int size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    void *config = NULL;
    int found = 0;
    if (count < 3) return 2;
    void *display = eglGetDisplay(NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &found))
        return 3;
    void *context = eglCreateContext(display, config, NULL, version);
    void *surface = eglCreatePbufferSurface(display, config, size);
    if (!eglMakeCurrent(display, surface, surface, context)) return 4;
    for (int i = 0; i < atoi(words[2]); i++) {
        glViewport(0, 0, i, 1);
        glClear(0x4000);
        eglSwapBuffers(display, surface);
        usleep(1000); // as a program that waits for the screen
    }
    if (strcmp(words[1], "kill") == 0) kill(getpid(), SIGKILL);
    puts("drawn");
    return 0;
}
