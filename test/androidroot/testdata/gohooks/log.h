// The lines of the program go to Android's log, in order with those of the layers.

#include <android/log.h>
#include <stdio.h>

#define printf(...) __android_log_print(ANDROID_LOG_INFO, "host", __VA_ARGS__)
