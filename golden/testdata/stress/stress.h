/* A program that treats a layer as roughly as an app and its loader can. */
#ifndef STRESS_H
#define STRESS_H

#include "commands.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The functions as the app has them: through the layer. */
#define X(result, name, parameters, arguments) result(*name) parameters;
struct app {
    COMMANDS(X)
};
#undef X
extern struct app app;

/* How often this thread called each command, and how often the call came out below the layer. */
struct counts {
    uint64_t above[COMMAND_COUNT], below[COMMAND_COUNT];
};
extern _Thread_local struct counts counts;

#define CALL(name) (counts.above[C_##name]++, app.name)

/* Ends the program. */
_Noreturn void fail(const char *what, const char *name);

/* below.c: the driver. */
struct command {
    const char *name;
    void *first, *other; /* the functions below the layer */
    void *app, *driver;  /* where the addresses of the app's function and the driver's stand */
};
extern const struct command commands[COMMAND_COUNT];
void *open_library(const char *path);
void *find(void *library, const char *name);
void below_load(void);
void *below_find(const char *name);
void below_settle(void); /* compares the counts of this thread, and adds them to all */
void below_report(void);

/* chain.c: the loader. */
void chain_load(const char *layer, const char *names);
void *chain_ask(void *how); /* a thread: asks for all names again and again; how is one of the words below */
extern char ask_same, ask_other, ask_own;
void chain_initialize_again(void);
void chain_keep(void); /* keeps all libraries loaded, so that what is reported at exit can name them */
void chain_report(void);

/* draw.c: the app. */
void draw_open(void);
void *draw_life(void *number); /* a thread: a context of its own, some frames, and the end */
void draw_close(void);

/* main.c */
extern atomic_bool over;
extern atomic_ulong frames;

#endif
