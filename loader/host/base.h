/* Layer 1 of 6, the lowest: the tables of function names (names.c), the configuration of a run (config.c),
 * and the switches that break a rule in the build for tests.
 *
 * The loader's C files form six layers: base.h, process.h, driver.h, platform.h, layers.h, entry.h. Each
 * header includes the one below it; each C file includes only the header of its own layer, so it cannot call
 * a layer above. TestHostLayers checks this. "Rule" means a rule in the description of Android's loader
 * (rules/). */
#ifndef BASE_H
#define BASE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "egl.h"
#include "names.h"

#define SHARED __attribute__((visibility("default")))

/* names.c: the functions in the order in which the loader passes them to layers (rule 2.2), then those that
 * only this machine's libraries export, then the slots. The flags of a function say what the loader of an
 * Android release does with it. */
enum {
    IN_PLATFORM = 1,  /* implemented by the loader itself (rule 2.3) */
    IN_EGL = 2,       /* comes from the EGL driver (rule 2.4) */
    IN_GL = 4,        /* in the ES 2.0+ table (rule 2.5) */
    IN_ES1 = 8,       /* in the ES 1.x table (rule 5.6) */
    IS_FILTERED = 16, /* eglGetProcAddress returns null (rule 3.1) */
    IS_TRIGGER = 32,  /* the loader loads layers before this call (rule 4.1) */
    IS_HIDDEN = 64,   /* known, but not exported (rule 3.1) */
    IS_STATIC = 128,  /* eglGetProcAddress returns it from a table (rule 3.1) */
    IS_KNOWN = IN_PLATFORM | IN_EGL | IN_GL
};

struct release {
    const char *id;
    const uint8_t *flags; /* of each function */
    bool null_crashes;    /* eglGetProcAddress(NULL) crashes (rule 11) */
    bool drops_markers;   /* rule 6.9 */
    bool drops_telemetry; /* rule 11 */
};

extern const char *const loader_name[FUNCTIONS];
extern const uint16_t loader_sorted[FUNCTIONS]; /* indices of the functions in strcmp order */
extern const struct release loader_releases[RELEASES];

int name_index(const char *name);     /* the index of a function; -1 for an unknown name */
int name_wrapped(const char *name);   /* the index of the function that a wrapper calls; -1 for none */
bool name_is_known(const char *name); /* to Android, this machine or the Khronos registry */
bool name_begins(const char *name, const char *prefix);

/* config.c: the configuration of this run, from the directory that GLESLAYERGEN_RUN names. */
struct config {
    const struct release *release;
    bool strict, early, driver_swap;
    bool errors;        /* find GL errors that layers cause */
    bool report;        /* the run's report has the problems */
    const char *folder; /* the run directory; null without one */
    const char *list, *path, *system;
    const char *driver_egl, *driver_gles, *driver_es1;
    const char *log, *broken;
    bool chaotic;
    uint64_t chaos;
};

extern struct config config;
void config_read(void);
char *config_property(const char *name); /* the present value, for the caller to free; null if unset */
char *config_linker(const char *path);   /* what Android's linker reports for a library; as config_property */

static inline uint8_t flags_of(int index) {
    return index < FUNCTIONS ? config.release->flags[index] : 0;
}

/* The build for tests can break each rule, which shows that a test checks the rule. */
#ifdef LOADER_TEST
bool rule_broken(const char *rule);
#define BROKEN(rule) rule_broken(rule)
#else
#define BROKEN(rule) ((void)(rule), false)
#endif

#endif
