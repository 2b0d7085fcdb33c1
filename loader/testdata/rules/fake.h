/* What the three fake driver libraries share. Environment variables with lists of names:
 *
 *     FAKE_SAY      functions that write each call and its arguments to the transcript
 *     FAKE_FAIL     functions that fail */
#ifndef FAKE_H
#define FAKE_H

#include <stdint.h>

#include "say.h"

enum { BAD_PARAMETER = 0x300c };

static void fake_fails(void);

static bool fake_goes(const char *name, int count, const intptr_t *arguments) {
    char text[160] = "";
    for (int i = 0, at = 0; i < count; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %#jx", (uintmax_t)arguments[i]);
    if (place_in(getenv("FAKE_SAY"), name) >= 0) say("%s %s%s", FAKE, name, text);
    if (place_in(getenv("FAKE_FAIL"), name) < 0) return true;
    return fake_fails(), false;
}

/* A function whose arguments a, b, c, d, e are integers or pointers. */
#define FUNCTION(name, count, result)                                                                        \
    intptr_t name(intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e);                               \
    intptr_t name(intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e) {                              \
        bool goes = fake_goes(#name, count, (intptr_t[]){a, b, c, d, e});                                    \
        return goes ? (intptr_t)(result) : 0;                                                                \
    }

static inline intptr_t put(intptr_t address, int32_t value) {
    if (address) *(int32_t *)address = value;
    return 1;
}

static inline const char *setting(const char *name, const char *otherwise) {
    const char *text = getenv(name);
    return text ? text : otherwise;
}

#endif
