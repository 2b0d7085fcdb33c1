/* The bottom of every chain: functions of the machine's own EGL and GLES libraries, or what stands in for
 * them. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "loader.h"

void *loader_bottom[NAMES_ALL];

static void *egl, *gles;
static void *(*query)(const char *name);

void *driver_noop(void) {
    return NULL;
}

/* Rule 2.10: said at most once a second. */
static void *unimplemented(const char *api) {
    static _Atomic(time_t) last;
    time_t now = time(NULL);
    if (atomic_exchange(&last, now) != now) loader_log('E', "called unimplemented %s API", api);
    return NULL;
}

static void *gl_unimplemented(void) {
    return unimplemented("OpenGL ES");
}

static void *egl_unimplemented(void) {
    return unimplemented("EGL");
}

static bool begins(const char *name, const char *prefix) {
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* A null handle would mean the whole program to dlsym, and the answer would be our own stub. */
static void *find_symbol(const char *name) {
    void *library = begins(name, "egl") ? egl : gles;
    return library ? dlsym(library, name) : NULL;
}

/* A driver that looks names up in the whole program may find our stubs. */
static bool is_ours(const char *address) {
    return address >= loader_stubs_begin && address < loader_stubs_end;
}

void *driver_query(const char *name) {
    void *address = query ? query(name) : NULL;
    return is_ours(address) ? NULL : address;
}

/* Rule 2.10: a function may go by its name with or without OES. */
static void *find_oes_twin(const char *name) {
    char twin[128];
    int length = (int)strlen(name);
    bool oes = length > 3 && strcmp(name + length - 3, "OES") == 0;
    snprintf(twin, sizeof twin, "%.*s%s", oes ? length - 3 : length, name, oes ? "" : "OES");
    return find_symbol(twin);
}

static void *replacement(int index) {
    const char *name = loader_name[index];
    if (strcmp(name, "glInsertEventMarkerEXT") == 0 || strcmp(name, "glPushGroupMarkerEXT") == 0 ||
        strcmp(name, "glPopGroupMarkerEXT") == 0)
        return driver_noop;
    if (begins(name, "gl")) return gl_unimplemented;
    /* Android implements its whole platform list itself; only the driver's own names may be missing. */
    return index < NAMES_PLATFORM ? egl_unimplemented : NULL;
}

static void *resolve(int index) {
    const char *name = loader_name[index];
    if (index == NAME_eglGetProcAddress) return lookup_public;
    void *address = find_symbol(name);
    if (!address) address = driver_query(name);
    if (!address && begins(name, "gl")) address = find_oes_twin(name);
    return address ? address : replacement(index);
}

static void fill(void) {
    for (int i = 0; i < NAMES_ALL; i++) {
        loader_bottom[i] = resolve(i);
        atomic_store(&loader_top[i], loader_bottom[i]);
    }
}

static void *open_library(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) loader_log('E', "load_driver(%s): %s", path, dlerror());
    return library;
}

void driver_open(void) {
    egl = open_library(DRIVER_EGL);
    gles = open_library(DRIVER_GLES);
    fill();
}

/* The driver's eglGetProcAddress loads the driver proper, for which a program may still be preparing the
   environment when we are loaded; so it is asked only once the program turns to EGL. */
bool driver_complete(void) {
    if (query || !egl || !gles) return query != NULL;
    void *address = dlsym(egl, "eglGetProcAddress");
    memcpy(&query, &address, sizeof query);
    fill();
    return query != NULL;
}
