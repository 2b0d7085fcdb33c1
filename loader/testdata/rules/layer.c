/* A layer that its environment controls. NAME is its name, and the prefix of these variables (NAME_LOAD and
 * so on):
 *
 *     LOAD, INITIALIZE    commands to run in the constructor and in Initialize
 *     ASK_f, IN_f         commands to run when the loader requests f, and in the hook of f
 *     HOOK, NULL, TELL    functions that it hooks, that it returns NULL for, and whose requests it reports
 *     ENDS                if set, a destructor that takes some time
 *
 * Its commands call what get_next returns, and also: id, get, getwith. */
#define WHO NAME
#include "words.h"

#include <stdatomic.h>

#define EXPORT __attribute__((visibility("default")))

typedef void *(*get_next_fn)(void *layer_id, const char *name);

EXPORT void INITIALIZE(void *layer_id, get_next_fn get_next);
EXPORT void *GET_PROC_ADDRESS(const char *name, void *next);
EXPORT int symbol_of_layer(void);

static void *layer;
static get_next_fn next_of;

int symbol_of_layer(void) {
    return 1;
}

/* Returns a variable of this layer. */
static const char *told(const char *kind, const char *name) {
    char variable[160];
    snprintf(variable, sizeof variable, "%s_%s%s", NAME, kind, name);
    return getenv(variable);
}

static void run_told(const char *kind, const char *name) {
    const char *text = told(kind, name);
    char copy[1024], *words[32] = {0}, *rest = NULL;
    if (!text) return;
    snprintf(copy, sizeof copy, "%s", text);
    char *word = strtok_r(copy, " ", &rest);
    for (int i = 0; word && i < 31; word = strtok_r(NULL, " ", &rest)) words[i++] = word;
    run_words(words);
}

static void *id(void) {
    return layer;
}

static void *get(const char *name) {
    return next_of(layer, name);
}

static void *getwith(void *other, const char *name) {
    return next_of(other, name);
}

#ifdef UNRESOLVED
/* No library defines this function: immediate binding reports it. */
void symbol_of_nobody(void);

EXPORT void never(void);

void never(void) {
    symbol_of_nobody();
}
#endif

#ifdef LINKED
/* From the library that this layer is linked with. */
int eglSwapInterval(void *display, int interval);

static int linked(void *display, int interval) {
    return eglSwapInterval(display, interval);
}
#endif

static void *find(const char *name) {
    void *common = find_common(name);
    if (common) return common;
    if (strcmp(name, "id") == 0) return (void *)id;
    if (strcmp(name, "get") == 0) return (void *)get;
    if (strcmp(name, "getwith") == 0) return (void *)getwith;
#ifdef LINKED
    if (strcmp(name, "linked") == 0) return (void *)linked;
#endif
    return next_of(layer, name);
}

enum { HOOKS = 16 };
static struct {
    const char *name;
    word_fn *next;
} hooks[HOOKS];

/* Stores its first argument in a variable of the program. A hook that is called recursively stops. */
static intptr_t hooked(int i, const intptr_t *arguments) {
    static _Thread_local int depth;
    char variable[160];
    snprintf(variable, sizeof variable, "%s.%s", NAME, hooks[i].name);
    keep(variable, arguments[0]);
    say("%s %s%s", NAME, hooks[i].name, depth == 2 ? " again and again" : "");
    if (depth == 2 || !hooks[i].next) return 0;
    depth++;
    run_told("IN_", hooks[i].name);
    intptr_t result = hooks[i].next(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                                    arguments[5], arguments[6]);
    depth--;
    return result;
}

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

#define X(i)                                                                                                 \
    static intptr_t hook##i(intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e, intptr_t f,          \
                            intptr_t g) {                                                                    \
        return hooked(i, (intptr_t[]){a, b, c, d, e, f, g});                                                 \
    }
EACH(X)
#undef X

#define X(i) hook##i,
static word_fn *const hook_functions[HOOKS] = {EACH(X)};
#undef X

static void *hook(const char *name, void *next) {
    int i = 0;
    while (i < HOOKS - 1 && hooks[i].name && strcmp(hooks[i].name, name) != 0) i++;
    hooks[i].name = strdup(name);
    memcpy(&hooks[i].next, &next, sizeof next);
    return (void *)hook_functions[i];
}

__attribute__((constructor)) static void load(void) {
    run_told("LOAD", "");
}

void INITIALIZE(void *layer_id, get_next_fn get_next) {
    layer = layer_id;
    next_of = get_next;
    keep(NAME ".id", (intptr_t)layer_id);
    run_told("INITIALIZE", "");
}

/* A layer in C++ has destroyed its global objects by now. Some destructors take time. */
static atomic_bool is_over;

__attribute__((destructor)) static void end(void) {
    is_over = true;
    if (told("ENDS", "")) usleep(20000);
}

void *GET_PROC_ADDRESS(const char *name, void *next) {
    if (is_over) abort();
    if (place_in(told("TELL", ""), name) >= 0) say("%s is asked for %s: %s", NAME, name, owner_of(next));
    run_told("ASK_", name);
    if (place_in(told("NULL", ""), name) >= 0) return NULL;
    return place_in(told("HOOK", ""), name) >= 0 ? hook(name, next) : next;
}
