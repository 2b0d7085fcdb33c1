/* An activity without Java: Android calls these functions on its main thread, and a second thread draws as
 * long as there is a window. */
#include "draw.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <android/input.h>
#include <android/log.h>
#include <android/native_activity.h>

struct app {
    ANativeWindow *window;
    pthread_t thread;
    bool drawing;     /* the thread runs */
    atomic_bool stop; /* the thread must end */
    pthread_mutex_t lock;
    AInputQueue *queue; /* guarded by lock */
};

/* Android reports an app as not responding if it leaves events in its queue. This app reads them and ignores
 * them. */
static void skip_events(struct app *app) {
    AInputEvent *event;
    pthread_mutex_lock(&app->lock);
    while (app->queue && AInputQueue_getEvent(app->queue, &event) >= 0)
        if (!AInputQueue_preDispatchEvent(app->queue, event)) AInputQueue_finishEvent(app->queue, event, 0);
    pthread_mutex_unlock(&app->lock);
}

static void *draw(void *data) {
    struct app *app = data;
    struct picture picture;
    bool good = picture_begin(&picture, (EGLNativeWindowType)app->window);
    for (float turn = 0; good && !app->stop; turn += 0.02f) {
        skip_events(app);
        good = picture_draw(&picture, turn);
    }
    picture_end(&picture);
    return NULL;
}

static void window_created(ANativeActivity *activity, ANativeWindow *window) {
    struct app *app = activity->instance;
    app->window = window;
    app->stop = false;
    int error = pthread_create(&app->thread, NULL, draw, app);
    app->drawing = error == 0;
    if (error) {
        __android_log_print(ANDROID_LOG_ERROR, "android-app", "cannot create the render thread: %s",
                            strerror(error));
    }
}

/* The window is gone when this returns. */
static void window_destroyed(ANativeActivity *activity, ANativeWindow *window) {
    struct app *app = activity->instance;
    (void)window;
    app->stop = true;
    if (app->drawing) pthread_join(app->thread, NULL);
    app->drawing = false;
}

static void set_queue(struct app *app, AInputQueue *queue) {
    pthread_mutex_lock(&app->lock);
    app->queue = queue;
    pthread_mutex_unlock(&app->lock);
}

static void queue_created(ANativeActivity *activity, AInputQueue *queue) {
    set_queue(activity->instance, queue);
}

static void queue_destroyed(ANativeActivity *activity, AInputQueue *queue) {
    (void)queue;
    set_queue(activity->instance, NULL);
}

static void destroyed(ANativeActivity *activity) {
    struct app *app = activity->instance;
    pthread_mutex_destroy(&app->lock);
    free(app);
}

__attribute__((visibility("default"))) void ANativeActivity_onCreate(ANativeActivity *activity, void *saved,
                                                                     size_t size) {
    struct app *app = calloc(1, sizeof *app);
    (void)saved, (void)size;
    if (!app) abort();
    pthread_mutex_init(&app->lock, NULL);
    activity->instance = app;
    activity->callbacks->onNativeWindowCreated = window_created;
    activity->callbacks->onNativeWindowDestroyed = window_destroyed;
    activity->callbacks->onInputQueueCreated = queue_created;
    activity->callbacks->onInputQueueDestroyed = queue_destroyed;
    activity->callbacks->onDestroy = destroyed;
}
