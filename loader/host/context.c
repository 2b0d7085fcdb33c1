/* Which table a thread takes with a context (rule 4.6): the ES 2.0+ one for versions 2 and 3, else that of
 * ES 1. */
#include <string.h>

#include "loader.h"

enum kind { ES1, ES2, DESKTOP };

struct context {
    void *handle;
    enum kind kind;
    bool seen; /* was current once */
    struct context *next;
};

static struct context *contexts;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct context **find(void *handle) {
    struct context **at = &contexts;
    while (*at && (*at)->handle != handle) at = &(*at)->next;
    return at;
}

static int version_of(const int32_t *attributes) {
    int version = 1;
    for (; attributes && *attributes != EGL_NONE; attributes += 2)
        if (attributes[0] == EGL_CONTEXT_CLIENT_VERSION) version = attributes[1];
    return version;
}

static enum kind kind_of(const int32_t *attributes, bool desktop) {
    int version = version_of(attributes);
    if (desktop) return DESKTOP;
    return version == 2 || version == 3 || BROKEN("4.6.version") ? ES2 : ES1;
}

void context_created(void *handle, const int32_t *attributes, bool desktop) {
    pthread_mutex_lock(&mutex);
    struct context **at = find(handle);
    if (!*at) *at = calloc(1, sizeof **at);
    if (*at) {
        (*at)->handle = handle;
        (*at)->kind = kind_of(attributes, desktop);
        (*at)->seen = false;
    }
    pthread_mutex_unlock(&mutex);
}

void context_destroyed(void *handle) {
    pthread_mutex_lock(&mutex);
    struct context **at = find(handle), *gone = *at;
    if (gone) *at = gone->next;
    pthread_mutex_unlock(&mutex);
    free(gone);
}

static bool lists(const char *extensions, const char *name) {
    size_t length = strlen(name);
    for (const char *at = extensions; at && (at = strstr(at, name)); at += length)
        if ((at == extensions || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
    return false;
}

/* Rules 6.9 and 6.14: at a context's first use, and by the driver's own glGetString. */
static void drop_markers(struct table *table) {
    static const int markers[] = {NAME_glInsertEventMarkerEXT, NAME_glPushGroupMarkerEXT,
                                  NAME_glPopGroupMarkerEXT};
    const char *(*get_string)(unsigned) = NULL;
    memcpy(&get_string, &driver_function[NAME_glGetString], sizeof get_string);
    if (BROKEN("6.14")) {
        void *top = atomic_load(&gleslayergen_platform[NAME_glGetString]);
        memcpy(&get_string, &top, sizeof get_string);
    }
    const char *extensions = get_string ? get_string(GL_EXTENSIONS) : NULL;
    if (!(config.release->drops_markers || BROKEN("6.9.release")) ||
        lists(extensions, "GL_EXT_debug_marker") || BROKEN("6.9"))
        return;
    for (int i = 0; i < 3; i++) table_put(table, markers[i], (void *)noop);
}

void *context_handle(void) {
    return thread_self()->context;
}

void context_current(void *handle) {
    static struct table *const tables[] = {&table_es1, &table_es2, &table_raw};
    thread_self()->context = handle;
    pthread_mutex_lock(&mutex);
    struct context *context = handle ? *find(handle) : NULL;
    enum kind kind = context ? context->kind : ES2;
    bool first = context && !context->seen;
    if (first) context->seen = true;
    pthread_mutex_unlock(&mutex);
    if (kind == ES1 && BROKEN("4.8")) kind = ES2;
    thread_take(handle ? tables[kind] : &table_none);
    if (first && kind != DESKTOP) drop_markers(tables[kind]);
}
