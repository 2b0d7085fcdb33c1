/* The parts of the desktop LayerLoader. "Rule" means a rule in the description of Android's loader. */
#ifndef LOADER_H
#define LOADER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "board.h"
#include "egl.h"
#include "names.h"

#define SHARED __attribute__((visibility("default")))

/* names.c: the functions, in the order in which layers are asked (rule 2.2), then those that only this
 * machine's libraries export, then the slots. What Android's loader of a release knows of each is in its
 * flags. */
enum {
    IN_PLATFORM = 1,  /* implemented by the loader itself (rule 2.3) */
    IN_EGL = 2,       /* taken from the EGL driver (rule 2.4) */
    IN_GL = 4,        /* of the ES 2.0+ table (rule 2.5) */
    IN_ES1 = 8,       /* of the ES 1.x table (rule 5.6) */
    IS_FILTERED = 16, /* eglGetProcAddress answers null (rule 3.1) */
    IS_TRIGGER = 32,  /* layers are brought in before it (rule 4.1) */
    IS_HIDDEN = 64,   /* known, but not exported (rule 3.1) */
    IS_STATIC = 128,  /* eglGetProcAddress answers from a table (rule 3.1) */
    IS_KNOWN = IN_PLATFORM | IN_EGL | IN_GL
};

struct release {
    const char *id;
    const uint8_t *flags; /* of each function */
    bool null_crashes;    /* eglGetProcAddress(NULL) does (rule 11) */
    bool drops_markers;   /* rule 6.9 */
    bool drops_telemetry; /* rule 11 */
};

extern const char *const loader_name[FUNCTIONS];
extern const uint16_t loader_sorted[FUNCTIONS]; /* the same functions by strcmp */
extern const struct release loader_releases[RELEASES];

int name_index(const char *name);     /* of a function; -1 for none */
bool name_is_known(const char *name); /* to Android, this machine or Khronos */
bool name_begins(const char *name, const char *prefix);

/* config.c: what this run was told, from the folder that GLESLAYERGEN_RUN names. */
struct config {
    const struct release *release;
    bool strict, driver_swap;
    const char *folder; /* null without one */
    const char *list, *path, *system;
    const char *driver_egl, *driver_gles, *driver_es1;
    const char *log, *broken;
    bool chaotic;
    uint64_t chaos;
};

extern struct config config;
void config_read(void);
char *config_property(const char *name); /* as it is now; to be freed, null for none */

static inline uint8_t flags_of(int index) {
    return index < FUNCTIONS ? config.release->flags[index] : 0;
}

/* The build for tests can break each rule, to show that a test watches it. */
#ifdef LOADER_TEST
bool rule_broken(const char *rule);
#define BROKEN(rule) rule_broken(rule)
#else
#define BROKEN(rule) false
#endif

/* log.c: Android's lines have the tag libEGL, remarks of this loader the tag loader. A problem is a remark on
 * what a device would not survive, kept on the board too. */
void log_open(void);
enum log_kind { LOG_ANDROID, LOG_REMARK, LOG_PROBLEM };
void log_write(enum log_kind kind, char priority, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define log_android(priority, ...) log_write(LOG_ANDROID, priority, __VA_ARGS__)
#define log_step(...) log_write(LOG_REMARK, 'D', __VA_ARGS__)
#define log_remark(...) log_write(LOG_REMARK, 'W', __VA_ARGS__)
#define log_problem(...) log_write(LOG_PROBLEM, 'W', __VA_ARGS__)

/* board.c, and fork.c for that of a child */
extern struct board *board;
void board_open(void);
int board_create(uint64_t size); /* its file; -1 for none */
void board_touch(void);          /* the program turns to EGL */
void board_forked(void);
void fork_prepare(void);
struct thread *board_thread(void);
void board_release(struct thread *thread);
struct board_layer *board_layer(int position);
void board_slot(int slot, const char *name);
void board_problem(const char *text);

/* thread.c: what a thread has of GL: a table of functions for the kind of its context. */
struct table {
    _Atomic(void *) entry[TABLE_SIZE];
};

struct call { /* the layer that the loader is calling on this thread */
    const char *path, *what;
    const struct call *outer;
};

struct thread {
    struct table *table; /* the stubs read it: it stays first */
    int32_t error;       /* the loader's own EGL error */
    bool said_no_context;
    struct thread *free;
    const struct call *call;
    void *context;
    _Alignas(COUNTS_AT) uint64_t counts[TABLE_SIZE]; /* the stubs write them */
};

extern SHARED _Thread_local struct thread *gleslayergen_thread __attribute__((tls_model("initial-exec")));
extern struct table table_es2, table_es1, table_none, table_raw; /* raw: contexts of desktop OpenGL */
void thread_take(struct table *table);
struct thread *thread_self(void);
void thread_prepare(void);
void table_put(struct table *table, int index, void *function);
void *noop(void);

/* lock.c: locks held while a layer runs (rule 4.7). Where Android would wait for itself, lock_enter says so
 * and fails. */
struct lock {
    pthread_mutex_t mutex;
    _Atomic(const void *) owner;
    const char *name;
};
bool lock_enter(struct lock *lock, const char *function);
void lock_leave(struct lock *lock);
void lock_forked(void);
bool lock_mine(const struct lock *lock);
void lock_bring_layers(void);
extern struct lock lock_init, lock_extensions;

/* driver.c: the machine's own libraries. */
#define DRIVER(type, index) ((type)driver_function[index])
extern void *driver_function[FUNCTIONS]; /* null for what they lack */
void driver_open(void);
bool driver_complete(void);
void driver_fill(void);
void *driver_bottom(int index); /* of the GL list */
bool driver_lacks(int index);   /* a function of GL */
void *driver_query(const char *name);
bool stub_is_ours(const void *address);
void *stub_of(int index); /* what a program links to; null for what is not exported */
void stub_find(void);

/* own.c: the loader's own implementation of platform functions (rule 2.3), the bottom of their chains. */
extern SHARED _Atomic(void *) gleslayergen_platform[PLATFORM]; /* the top of their chains */
void own_fill(void **bottom);
void *own_function(int index); /* null where it is the driver's */
int32_t own_take_error(void);
void own_set_error(int32_t error);
const char *own_eglQueryString(EGLDisplay display, EGLint name); /* strings.c */
const GLubyte *own_glGetString(GLenum name);
const GLubyte *own_glGetStringi(GLenum name, GLuint index);
void own_glGetIntegerv(GLenum name, GLint *value);

/* handles.c: under strict, what the app and layers hold of displays, surfaces and contexts is the loader's
 * own. */
void handles_fill(void **bottom);
enum handle { DISPLAY, SURFACE, CONTEXT };
void *handle_wrap(enum handle kind, void *driver);
void *handle_driver(enum handle kind, void *handle);

/* context.c: which table a context takes. */
void context_created(void *context, const int32_t *attributes, bool desktop);
void context_destroyed(void *context);
void context_current(void *context);
const char *context_extensions(void); /* of this thread's context, under strict */
bool context_gained_marker(void);

/* search.c */
char *search_list(void);             /* to be freed; empty or null where no layer is asked for */
char *search_element(char **list);   /* cuts the next element off, which may be empty; null behind the last */
char *search_file(const char *name); /* to be freed; null where there is none */

/* load.c and chain.c */
typedef void *(*get_next_fn)(void *layer_id, const char *name);
typedef void (*initialize_fn)(void *layer_id, get_next_fn get_next);
typedef void *(*ask_fn)(const char *name, void *next);

struct level { /* the functions up to one layer; 0 is the platform's and the driver's */
    void *entry[FUNCTIONS];
};

enum { MAX_LAYERS = 1024 };

struct layers {
    struct {
        initialize_fn initialize;
        char *path;
    } inits[MAX_LAYERS];
    ask_fn
        asks[MAX_LAYERS]; /* in step with inits, unless a layer lacked its second entry point (rule 1.10) */
    int init_count, ask_count;
    bool loaded, set_up; /* for good (rule 4.3) */
};

extern struct layers layers;
void layers_load(void);
void layers_prepare(void);
void layers_enter(void); /* loads what is asked for and not there yet; by lock_bring_layers alone */
void layers_forget(void);
void *layers_apply(int slot, const char *name, void *next);
void *layers_driver_entry(int index); /* of the EGL driver list, with its layers */
bool layers_answered_null(int index);
void *layers_below(int index);
void *layers_next(int position, int index);
void *layers_lowest(int index);
void *layers_top(int index);

/* lookup.c */
void *lookup_next(void *layer_id, const char *name);
void *lookup_public(const char *name);
const char *lookup_slot(int slot); /* "" for one that is not used */

/* entry.c */
SHARED void *gleslayergen_enter(int index);
SHARED void *gleslayergen_missing(int index);
extern void *const loader_missing[TABLE_SIZE];                 /* where a null of a table leads */
extern void *const loader_platform_gl[PLATFORM - PLATFORM_GL]; /* the six GL functions of the platform list,
                                                                  by the thread's table */
extern void *const loader_forwarder[SLOTS];

/* swap.c: what some properties make a swap do (rule 6.13). */
void swap_before(void *display);

/* chaos.c: legal but unusual, the same for a seed. */
void *chaos_ask(ask_fn ask, const char *name, void *next);
void *chaos_answer(const char *name, void *bottom); /* of the driver, for an unknown name */
void chaos_start(const ask_fn *asks, int count);
bool chaos_made(const void *function); /* a detour, which is next by another name */
bool chaos_hides_list(void);
enum { DETOURS = 4096 };
extern void *const loader_detour[DETOURS];
extern void *loader_detour_to[DETOURS];

#endif
