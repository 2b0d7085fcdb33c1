/* Selects the table of a thread by its context (rule 4.6): the ES 2.0+ table for versions 2 and 3, else the
 * table of ES 1. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "platform.h"

enum kind { ES1, ES2, DESKTOP };

struct context {
    void *handle;
    enum kind kind;
    bool seen;                           /* it was current before */
    const struct extensions *extensions; /* cached under strict */
    GLenum error;                        /* kept for the app's glGetError; 0 for none */
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

void context_forked(void) {
    pthread_mutex_init(&mutex, NULL);
}

void context_created(void *handle, const int32_t *attributes, bool desktop) {
    pthread_mutex_lock(&mutex);
    struct context **at = find(handle);
    if (!*at) *at = calloc(1, sizeof **at);
    if (*at) {
        (*at)->handle = handle;
        (*at)->kind = kind_of(attributes, desktop);
        (*at)->seen = false;
        (*at)->extensions = NULL;
        (*at)->error = 0;
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

/* Rule 6.9. */
static void drop_markers(struct table *table) {
    static const int markers[] = {NAME_glInsertEventMarkerEXT, NAME_glPushGroupMarkerEXT,
                                  NAME_glPopGroupMarkerEXT};
    for (int i = 0; i < 3; i++) table_set(table, markers[i], (void *)noop);
}

/* The loader looks for the extension as a part of the string, also of a longer name. */
static bool lacks_markers(const char *extensions) {
    if (BROKEN("6.9")) return false;
    const char *name = BROKEN("6.9.word") ? "GL_EXT_debug_marker " : "GL_EXT_debug_marker";
    return !extensions || !strstr(extensions, name) || BROKEN("6.9.always");
}

/* The loader's own query of the extensions, which calls the driver's function and not the layers. */
static const char *extensions_of(struct table *table) {
    void *function = atomic_load(&table->entry[NAME_glGetString]);
    if (BROKEN("6.14")) function = atomic_load(&gleslayergen_platform[NAME_glGetString]);
    const char *(*get_string)(unsigned) = NULL;
    memcpy(&get_string, &function, sizeof get_string);
    return get_string(GL_EXTENSIONS);
}

static const struct extensions *new_extensions(const char *text) {
    char *copy = strdup(text), *rest = NULL;
    size_t count = 0, most = strlen(text) / 2 + 1;
    struct extensions *list = calloc(1, sizeof *list);
    const char **names = calloc(most, sizeof *names);
    if (!copy || !list || !names) abort();
    for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        names[count++] = name;
    *list = (struct extensions){text, names, (GLint)count};
    return list;
}

/* Lists are never freed, because an app may hold their strings. Contexts often have the same list as the
 * previous one. */
static const struct extensions *remembered(const char *extensions, bool gains_marker) {
    static const struct extensions *last;
    char *text = NULL;
    if (!extensions || asprintf(&text, "%s%s", gains_marker ? "GL_EXT_debug_marker " : "", extensions) < 0)
        return NULL;
    if (!last || strcmp(last->text, text) != 0) return last = new_extensions(text);
    return free(text), last;
}

/* Rules 6.9 and 6.14: at the first use of a context. */
static void first_use(void *handle, struct table *table) {
    const char *extensions = extensions_of(table);
    bool gains = lacks_markers(extensions);
    if (gains && (config.release->drops_markers || BROKEN("6.9.release"))) drop_markers(table);
    if (!config.strict) return;
    pthread_mutex_lock(&mutex);
    struct context *context = *find(handle);
    if (context) context->extensions = remembered(extensions, gains);
    pthread_mutex_unlock(&mutex);
}

static struct context current(void) {
    pthread_mutex_lock(&mutex);
    struct context *found = *find(thread_self()->context), copy = {0};
    if (found) copy = *found;
    pthread_mutex_unlock(&mutex);
    return copy;
}

const struct extensions *context_extensions(void) {
    return config.strict ? current().extensions : NULL;
}

void context_keep_error(GLenum error) {
    pthread_mutex_lock(&mutex);
    struct context *found = *find(thread_self()->context);
    if (found && !found->error) found->error = error;
    pthread_mutex_unlock(&mutex);
}

GLenum context_take_error(void) {
    pthread_mutex_lock(&mutex);
    struct context *found = *find(thread_self()->context);
    GLenum error = found ? found->error : 0;
    if (found) found->error = 0;
    pthread_mutex_unlock(&mutex);
    return error;
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
    thread_set_table(handle ? tables[kind] : &table_none);
    if (first && kind != DESKTOP) first_use(handle, tables[kind]);
}
