/* The functions below all layers: those of the machine's EGL and GLES libraries, or replacements for them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "driver.h"

void *driver_function[FUNCTIONS];

static void *egl, *gles, *es1;
static void *(*query)(const char *name);

static void *stubs[FUNCTIONS];
static struct { const char *begin, *end; } ours[3];

/* --- this loader's own libraries */

/* Each of the three libraries has a table of its functions, with index and address. */
struct exported {
    uint64_t index;
    void *address;
};

static void add_stubs(int library, const char *folder, const char *name, const char *table) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct exported *at = handle ? dlsym(handle, table) : NULL;
    if (!at) return log_android('E', "load_wrapper(%s): %s", path, dlerror());
    ours[library].begin = at->address;
    for (; at->address; at++) {
        if (at->index < FUNCTIONS && !stubs[at->index]) stubs[at->index] = at->address;
        ours[library].end = (const char *)at->address + 1;
    }
}

/* Rule 3.1, step 3: libEGL, then libGLESv2, then libGLESv1_CM. */
static void stub_find(void) {
    Dl_info self;
    if (stubs[0] || !dladdr(&config, &self)) return;
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(self.dli_fname, '/') - self.dli_fname),
             self.dli_fname);
    add_stubs(0, folder, "libEGL.so.1", "gleslayergen_stubs_egl");
    add_stubs(1, folder, "libGLESv2.so.2", "gleslayergen_stubs_gles");
    add_stubs(2, folder, "libGLESv1_CM.so.1", "gleslayergen_stubs_es1");
}

void *stub_of(int index) {
    return stubs[index];
}

static bool stub_is_ours(const void *address) {
    for (int i = 0; i < 3; i++)
        if ((const char *)address >= ours[i].begin && (const char *)address < ours[i].end) return true;
    return false;
}

/* --- replacements */

/* Rule 2.10: logged at most once a second. */
static void *unimplemented(void) {
    static _Atomic(time_t) last;
    time_t now = time(NULL);
    if (atomic_exchange(&last, now) != now || BROKEN("2.10.log"))
        log_android('E', "called unimplemented OpenGL ES API");
    return NULL;
}

static bool is_marker(const char *name) {
    return strcmp(name, "glInsertEventMarkerEXT") == 0 || strcmp(name, "glPushGroupMarkerEXT") == 0 ||
           strcmp(name, "glPopGroupMarkerEXT") == 0;
}

/* --- names */

/* dlsym with a null handle would search the whole program. */
static void *symbol(void *library, const char *name) {
    void *address = library ? dlsym(library, name) : NULL;
    return stub_is_ours(address) ? NULL : address;
}

/* A driver that looks names up in the whole program may find this loader's stubs. */
void *driver_query(const char *name) {
    void *address = query ? query(name) : NULL;
    return stub_is_ours(address) ? NULL : address;
}

/* Rule 2.10: a function may be found by its name with or without OES. */
static void *oes_twin(void *library, const char *name) {
    char twin[128];
    size_t length = strlen(name);
    bool oes = length > 3 && strcmp(name + length - 3, "OES") == 0;
    snprintf(twin, sizeof twin, "%.*s%s", (int)(oes ? length - 3 : length), name, oes ? "" : "OES");
    return symbol(library, twin);
}

static void *gl_function(void *library, int index) {
    void *address = symbol(library, loader_name[index]);
    if (!address && !BROKEN("2.10.query")) address = driver_query(loader_name[index]);
    if (!address && !BROKEN("2.10.oes")) address = oes_twin(library, loader_name[index]);
    if (address) return address;
    return is_marker(loader_name[index]) && !BROKEN("2.10.marker") ? (void *)noop : (void *)unimplemented;
}

static void *egl_function(int index) {
    void *address = symbol(egl, loader_name[index]);
    return address ? address : driver_query(loader_name[index]);
}

/* Rule 5.6. */
void driver_fill(void) {
    for (int i = 0; i < FUNCTIONS; i++) {
        bool gl = name_begins(loader_name[i], "gl");
        driver_function[i] = gl ? gl_function(gles, i) : egl_function(i);
        if (!gl) continue;
        table_set(&table_es2, i, driver_function[i]);
        table_set(&table_raw, i, driver_function[i]);
        table_set(&table_es1, i, flags_of(i) & IN_ES1 ? gl_function(es1, i) : NULL);
    }
}

static void *open_library(const char *path) {
    void *library = *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (*path && !library) log_android('E', "load_driver(%s): %s", path, dlerror());
    return library;
}

/* Opens this loader's libraries first: a later dlopen by name returns the first library in the process with
 * that name, and the machine's libraries have the same names. */
void driver_open(void) {
    stub_find();
    egl = open_library(config.driver_egl);
    gles = open_library(config.driver_gles);
    es1 = open_library(config.driver_es1);
    driver_fill();
}

/* The driver's eglGetProcAddress loads the vendor's driver. A program may still prepare the environment for
 * it when this library is loaded, so it is called only after the program's first EGL call. */
bool driver_complete(void) {
    if (query || !egl || !gles) return query != NULL;
    void *address = dlsym(egl, "eglGetProcAddress");
    memcpy(&query, &address, sizeof query);
    if (query) driver_fill();
    return query != NULL;
}

bool driver_lacks(int index) {
    return driver_function[index] == (void *)unimplemented;
}

void *driver_bottom(int index) {
    if (BROKEN("2.9") && flags_of(index) & IN_ES1) return gl_function(es1, index);
    void *function = driver_function[index];
    return function == (void *)unimplemented && BROKEN("2.10") ? NULL : function;
}
