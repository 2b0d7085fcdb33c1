/* Layer 5 of 6: the layers: their search (search.c), loading (load.c), chains (chain.c) and unknown names
 * (lookup.c), and the chaos mode (chaos.c). Below: platform.h. */
#ifndef LAYERS_H
#define LAYERS_H

#include "platform.h"

typedef void *(*get_next_fn)(void *layer_id, const char *name);
typedef void (*initialize_fn)(void *layer_id, get_next_fn get_next);
typedef void *(*get_address_fn)(const char *name, void *next); /* a layer's AndroidGLESLayer_GetProcAddress */

/* search.c */
char *search_list(void);             /* for the caller to free; empty or null without layers */
char *search_element(char **list);   /* cuts off the next element, which may be empty; null after the last */
char *search_file(const char *name); /* for the caller to free; null if there is no such file */

/* load.c */
enum { MAX_LAYERS = 1024 };

struct layers {
    struct {
        initialize_fn initialize;
        char *path;
    } inits[MAX_LAYERS];
    get_address_fn get_address[MAX_LAYERS]; /* the same order as inits, unless a layer lacks its second entry
                                point (rule 1.10) */
    int init_count, get_address_count;
    bool loaded, set_up; /* once true, true for the life of the process (rule 4.3) */
};

extern struct layers layers;
void layers_load(void);

/* chain.c */
void layers_prepare(void);
void layers_bring(void); /* loads and chains the listed layers, unless another thread is doing so */
void layers_forked(bool holds_lock);
void layers_forget(void);
void *layers_apply(int slot, const char *name, void *next);
bool layers_answered_null(int index);
void *layers_below(int index);
void *layers_top(int index);

/* lookup.c */
void *lookup_public(const char *name);
const char *lookup_slot(int slot);          /* "" for an unused slot */
extern void *const loader_forwarder[SLOTS]; /* core.S */

/* chaos.c: legal but unusual behavior, the same for each run with one seed. */
void *chaos_get_address(get_address_fn get_address, const char *name, void *next);
void *chaos_answer(const char *name, void *bottom); /* the driver's answer for an unknown name */
typedef void *(*next_fn)(int position, int index);
void chaos_start(const get_address_fn *get_address, int count, next_fn next_of);
bool chaos_made(const void *function); /* reports whether it is a detour, that is next at another address */
bool chaos_hides_list(void);
enum { DETOURS = 4096 };
extern void *const loader_detour[DETOURS];
extern void *loader_detour_to[DETOURS];

#endif
