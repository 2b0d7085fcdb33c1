// The part of Android's <android/input.h> that apps in C use, for tests without an NDK.

#pragma once

#include <stdint.h>

typedef struct AInputEvent AInputEvent;
typedef struct AInputQueue AInputQueue;

int32_t AInputQueue_getEvent(AInputQueue *queue, AInputEvent **event);
int32_t AInputQueue_preDispatchEvent(AInputQueue *queue, AInputEvent *event);
void AInputQueue_finishEvent(AInputQueue *queue, AInputEvent *event, int handled);
