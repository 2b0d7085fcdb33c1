// The part of Android's <android/log.h> that Go and layers use, for tests without an NDK.

#pragma once

#include <stdarg.h>

enum { ANDROID_LOG_INFO = 4, ANDROID_LOG_ERROR = 6, ANDROID_LOG_FATAL = 7 };

int __android_log_write(int priority, const char *tag, const char *text);
int __android_log_print(int priority, const char *tag, const char *format, ...);
int __android_log_vprint(int priority, const char *tag, const char *format, va_list args);
