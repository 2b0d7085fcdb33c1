// The part of Android's <android/native_activity.h> that apps in C use, for tests without an NDK. Other
// members are missing, so programs built with it run only with the replacement libraries of the tests.

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
    void *vm, *env, *clazz;
    const char *internalDataPath, *externalDataPath;
    int sdkVersion;
    void *instance;
};

__attribute__((visibility("default"))) void ANativeActivity_onCreate(ANativeActivity *activity, void *saved,
                                                                     size_t size);
