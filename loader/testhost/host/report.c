/* What happened, as JSON, written when the program ends. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "loader.h"

enum { MAX_EVENTS = 4096 };

static struct {
    const char *kind;
    int layer;
    const char *name;
} events[MAX_EVENTS];
static _Atomic(int) recorded;

static const char *path;
static pid_t owner;

void report_prepare(void) {
    path = secure_getenv("GLESLAYERGEN_REPORT");
    owner = getpid();
}

/* Keeps the pointers: both strings must last as long as the process. */
void report_event(const char *kind, int layer, const char *name) {
    int at = atomic_fetch_add(&recorded, 1);
    if (at >= MAX_EVENTS) return;
    events[at].kind = kind;
    events[at].layer = layer;
    events[at].name = name;
}

static void write_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == '"' || c == '\\')
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void write_layers(FILE *out) {
    int count;
    const char *state;
    const struct layer *layers = layers_list(&count, &state);
    fprintf(out, "{\"schema\":1,\"state\":\"%s\",\n\"layers\":[", state);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s\n{\"path\":", i ? "," : "");
        write_string(out, layers[i].path);
        fprintf(out, ",\"walked\":%ju,\"lookups\":%ju}", (uintmax_t)layers[i].walked,
                (uintmax_t)atomic_load(&layers[i].lookups));
    }
}

static void write_events(FILE *out) {
    int total = atomic_load(&recorded), kept = total < MAX_EVENTS ? total : MAX_EVENTS;
    fprintf(out, "],\n\"dropped\":%d,\n\"events\":[", total - kept);
    for (int i = 0; i < kept; i++) {
        fprintf(out, "%s\n{\"kind\":\"%s\",\"layer\":%d,\"name\":", i ? "," : "", events[i].kind,
                events[i].layer);
        write_string(out, events[i].name ? events[i].name : "");
        fputc('}', out);
    }
}

static void write_function(FILE *out, int index, const char *name, const void *bottom) {
    fprintf(out, "%s\n{\"name\":", index ? "," : "");
    write_string(out, name);
    fprintf(out, ",\"calls\":%ju,\"untouched\":%s}", (uintmax_t)atomic_load(&loader_calls[index]),
            atomic_load(&loader_top[index]) == bottom ? "true" : "false");
}

static void write_functions(FILE *out) {
    fputs("],\n\"functions\":[", out);
    for (int i = 0; i < NAMES_ALL; i++) write_function(out, i, loader_name[i], loader_bottom[i]);
    for (int i = 0; i < SLOTS; i++) {
        void *bottom;
        const char *name = lookup_slot(i, &bottom);
        if (name) write_function(out, NAMES_ALL + i, name, bottom);
    }
    fputs("]}\n", out);
}

static bool write_to(int file) {
    FILE *out = fdopen(file, "w");
    if (!out) return close(file), false;
    write_layers(out);
    write_events(out);
    write_functions(out);
    bool ok = !ferror(out);
    return fclose(out) == 0 && ok;
}

/* A reader never sees half a report; a forked child does not write over its parent's. */
__attribute__((destructor)) static void write_report(void) {
    char *draft = NULL;
    if (!path || getpid() != owner || asprintf(&draft, "%s.XXXXXX", path) < 0) return;
    int file = mkstemp(draft);
    if (file < 0 || !write_to(file) || rename(draft, path) != 0) {
        loader_log('E', "cannot write the report %s", path);
        if (file >= 0) unlink(draft);
    }
    free(draft);
}
