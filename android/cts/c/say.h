/* SAY writes a line to the log of Android or, elsewhere, to stderr. TAG is who says it. One line is
   one write, so that lines of several layers do not mix. */
#ifdef __ANDROID__
#include <android/log.h>
#define SAY(...) __android_log_print(ANDROID_LOG_INFO, TAG, __VA_ARGS__)
#else
#include <stdio.h>
#define SAY(...) SAY_LINE(__VA_ARGS__, "")
#define SAY_LINE(format, ...) fprintf(stderr, TAG ": " format "%s\n", __VA_ARGS__)
#endif
