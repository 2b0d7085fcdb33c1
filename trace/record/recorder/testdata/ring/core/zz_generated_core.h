// What the recorder calls of the C core, for a program without one.

#ifndef TEST_CORE_H
#define TEST_CORE_H

#include <stddef.h>

#define LAYER_REGISTRY "gl.xml, egl.xml"

int layer_setting(const char *key, char *value, size_t size);
void layer_log(const char *text);
void layer_alarm(const char *text);

#endif
