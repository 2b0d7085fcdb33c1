/* The properties of EGL, and a context of each version of OpenGL ES. */
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_driver(const char *file) {
    static const char *const parts[] = {"EGL", "GLES", "gallium", "_dri.so", "vulkan", "llvmpipe"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(file, parts[i])) return 1;
    return 0;
}

/* The graphics libraries in this process: those that were actually opened. */
static void say_libraries(void) {
    char line[4096], last[4096] = "";
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/');
        if (!path) continue;
        path[strcspn(path, "\n")] = 0;
        const char *file = strrchr(path, '/') + 1;
        if (strstr(file, ".so") && is_driver(file) && strcmp(last, path) != 0) {
            say("library", path);
            memcpy(last, path, strlen(path) + 1);
        }
    }
    if (maps) fclose(maps);
}

static void say_strings(EGLDisplay display) {
    say("version", p_eglQueryString(display, EGL_VERSION));
    say("vendor", p_eglQueryString(display, EGL_VENDOR));
    say("apis", p_eglQueryString(display, EGL_CLIENT_APIS));
    say("extensions", p_eglQueryString(display, EGL_EXTENSIONS));
}

void task_egl(const char *argument) {
    (void)argument;
    EGLDisplay display;
    if (!open_egl(NULL)) return;
    say("client-extensions", p_eglQueryString(NULL, EGL_EXTENSIONS));
    p_eglGetError(); /* before EGL 1.5, this is an error */
    if (!open_display(&display)) return;
    say_strings(display);
    say_libraries();
    say("done", "yes");
}

/* The driver without the platform's EGL, which reserves some extensions for the system. */
void task_driver(const char *path) {
    EGLDisplay display;
    if (!open_egl(path) || !open_display(&display)) return;
    say_strings(display);
    say("done", "yes");
}

void task_api(const char *argument) {
    enum { GL_VENDOR = 0x1F00, GL_RENDERER, GL_VERSION, GL_EXTENSIONS, GL_SHADING_LANGUAGE_VERSION = 0x8B8C };
    int version = atoi(argument);
    EGLDisplay display;
    struct context made;
    if (!open_egl(NULL) || !open_display(&display)) return;
    const char *wrong = make_context(display, version, &made);
    if (wrong) return say_error("why", wrong);
    if (!p_glGetString) return say("why", "missing function: glGetString");
    say("context", made.surface ? "on a surface" : "on no surface");
    say("version", (const char *)p_glGetString(GL_VERSION));
    say("vendor", (const char *)p_glGetString(GL_VENDOR));
    say("renderer", (const char *)p_glGetString(GL_RENDERER));
    say("extensions", (const char *)p_glGetString(GL_EXTENSIONS));
    if (version > 1) say("shading-language", (const char *)p_glGetString(GL_SHADING_LANGUAGE_VERSION));
    if ((wrong = draw_plain(version, !made.surface)))
        say("not-drawn", wrong);
    else
        say("drawn", "yes");
    p_eglMakeCurrent(display, NULL, NULL, NULL);
    drop_context(&made);
    p_eglTerminate(display);
    say("done", "yes");
}
