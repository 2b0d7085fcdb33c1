// What apps in C use of Android's <android/native_activity.h>, for tests without an NDK. The members that
// these do not use are not there, so what is built with it runs under a stand-in only.

#pragma once

#include <stddef.h>

typedef struct ANativeWindow ANativeWindow;
typedef struct AInputQueue AInputQueue;
typedef struct ANativeActivity ANativeActivity;

struct ANativeActivityCallbacks {
    void (*onDestroy)(ANativeActivity *activity);
    void (*onNativeWindowCreated)(ANativeActivity *activity, ANativeWindow *window);
    void (*onNativeWindowDestroyed)(ANativeActivity *activity, ANativeWindow *window);
    void (*onInputQueueCreated)(ANativeActivity *activity, AInputQueue *queue);
    void (*onInputQueueDestroyed)(ANativeActivity *activity, AInputQueue *queue);
};

struct ANativeActivity {
    struct ANativeActivityCallbacks *callbacks;
    void *instance;
};

__attribute__((visibility("default"))) void ANativeActivity_onCreate(ANativeActivity *activity, void *saved,
                                                                     size_t size);
