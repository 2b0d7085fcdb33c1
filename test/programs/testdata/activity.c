/* Acts as Android's main thread for the app in its first argument: it creates an activity, an X11 window, and
 * events in a queue, and destroys all of them, twice. It prints a line for each step. After each image it
 * waits for a line of input. */
#define _POSIX_C_SOURCE 200809L
#include <android/input.h>
#include <android/native_activity.h>

#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declarations of X11, because its headers may be missing. */
typedef struct Display Display;
Display *XOpenDisplay(const char *name);
unsigned long XDefaultRootWindow(Display *display);
unsigned long XCreateSimpleWindow(Display *display, unsigned long parent, int x, int y, unsigned width,
                                  unsigned height, unsigned border, unsigned long border_color,
                                  unsigned long background);
int XMapWindow(Display *display, unsigned long window);
int XDestroyWindow(Display *display, unsigned long window);
int XSync(Display *display, int discard);

/* Two events are in the queue; an input method handles the first. */
struct AInputQueue {
    atomic_int waiting, finished;
};

int32_t AInputQueue_getEvent(AInputQueue *queue, AInputEvent **event) {
    if (queue->waiting == 0) return -1;
    *event = (AInputEvent *)queue;
    return 0;
}

int32_t AInputQueue_preDispatchEvent(AInputQueue *queue, AInputEvent *event) {
    (void)event;
    return queue->waiting-- == 2;
}

void AInputQueue_finishEvent(AInputQueue *queue, AInputEvent *event, int handled) {
    (void)event;
    if (handled == 0) queue->finished++;
}

int __android_log_print(int priority, const char *tag, const char *format, ...) {
    va_list args;
    va_start(args, format);
    flockfile(stdout); /* a line is written by one thread */
    printf("%d/%s: ", priority, tag);
    int n = vprintf(format, args);
    va_end(args);
    puts("");
    fflush(stdout);
    funlockfile(stdout);
    return n;
}

static void pause_for_line(const char *step) {
    char line[16];
    puts(step);
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) exit(3);
}

static void show(Display *display, ANativeActivity *activity, AInputQueue *queue) {
    unsigned long window = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 320, 240, 0, 0, 0);
    XMapWindow(display, window);
    XSync(display, 0);
    activity->callbacks->onInputQueueCreated(activity, queue);
    activity->callbacks->onNativeWindowCreated(activity, (ANativeWindow *)(uintptr_t)window);
    pause_for_line("shown");
    activity->callbacks->onNativeWindowDestroyed(activity, (ANativeWindow *)(uintptr_t)window);
    activity->callbacks->onInputQueueDestroyed(activity, queue);
    XDestroyWindow(display, window);
    XSync(display, 0);
}

int main(int argc, char **argv) {
    Display *display = XOpenDisplay(NULL);
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    void (*create)(ANativeActivity *, void *, size_t) = NULL;
    void *symbol = library ? dlsym(library, "ANativeActivity_onCreate") : NULL;
    memcpy(&create, &symbol, sizeof create);
    if (!display || !create) {
        fprintf(stderr, "activity: %s\n", display ? dlerror() : "no display");
        return 2;
    }
    struct ANativeActivityCallbacks callbacks = {0};
    ANativeActivity activity = {.callbacks = &callbacks};
    AInputQueue queue = {2, 0};
    create(&activity, NULL, 0);
    show(display, &activity, &queue);
    show(display, &activity, &queue);
    callbacks.onDestroy(&activity);
    printf("%d waiting, %d finished\n", queue.waiting, queue.finished);
    return 0;
}
