#include "ring.h"

#include <stdalign.h>

__thread struct trace_thread *trace_self;
int trace_counter, trace_only_tracks;
_Atomic(uint32_t) trace_generation;

struct recorded calls[MOST_CALLS];
int n_calls;

static alignas(8) uint8_t segment[1 << 20];
static uint8_t *seen;
static struct trace_thread self;
static _Atomic(uint64_t) made; // calls
static struct trace_share share;
static struct trace_context *context;

// Data is kept for its call: the next one that is written at the same depth, or after it.
static struct waiting {
    struct taken data;
    uint32_t param, depth;
    const uint8_t *at;
    int claimed;
} waiting[MOST_CALLS * 4];
static int n_waiting;

static struct waiting *wait_for_call(struct trace_thread *t, uint32_t param, enum trace_capture why,
                                     uint64_t size) {
    CHECK(n_waiting < MOST_CALLS * 4 && param < MOST_PARAMS);
    struct waiting *w = &waiting[n_waiting++];
    *w = (struct waiting){{why, size, malloc(size + 1), 1}, param, t->depth, t->at, 0};
    return w;
}

void trace_data(struct trace_thread *t, uint32_t param, const void *data, uint64_t size) {
    struct waiting *w = wait_for_call(t, param, CAPTURE_DATA, size);
    memcpy(w->data.bytes, data, size);
}

void trace_no_data(struct trace_thread *t, uint32_t param, enum trace_capture why) {
    wait_for_call(t, param, why, 0);
}

void trace_data_begin(struct trace_thread *t, uint32_t param, uint64_t total) {
    wait_for_call(t, param, CAPTURE_DATA, total);
    t->gather.done = 0;
}

void trace_data_add(struct trace_thread *t, const void *data, uint64_t size) {
    struct taken *d = &waiting[n_waiting - 1].data;
    CHECK(t->gather.done + size <= d->size);
    if (size > 0) memcpy(d->bytes + t->gather.done, data, size);
    t->gather.done += size;
}

void trace_data_end(struct trace_thread *t) {
    CHECK(t->gather.done == waiting[n_waiting - 1].data.size);
}

struct trace_thread *trace_join(void) {
    return NULL;
}
struct trace_thread *trace_decide(void) {
    return NULL;
}
int trace_make_room(struct trace_thread *t, uint32_t size) {
    (void)t, (void)size;
    return 0;
}
void trace_long_call(struct trace_thread *t, uint64_t duration) {
    (void)t, (void)duration;
}
uint64_t trace_system_ticks(void) {
    return 1;
}
void trace_context_changed(struct trace_thread *t, uint32_t number) {
    (void)t, (void)number;
}
void trace_set_timed(struct trace_thread *t, int timed) {
    (void)t, (void)timed;
}
void trace_link_start(void) {}
uint64_t trace_memory(void) {
    return 16 << 20;
}
int trace_describes_drivers(void) {
    return 0;
}

int trace_is_blocking(void) {
    return 0;
}
uint64_t trace_now(void) {
    return 0;
}

static void forget(void) {
    for (int i = 0; i < n_waiting; i++) free(waiting[i].data.bytes);
    n_waiting = n_calls = 0;
    memset(calls, 0, sizeof calls);
    self.at = seen = segment;
}

static void end_context(void) {
    trace_context_free(context);
    trace_share_ended(&share);
    memset(&share, 0, sizeof share);
}

struct trace_thread *start(int major, int minor) {
    memset(&fake_driver, 0, sizeof fake_driver);
    forget();
    end_context();
    context = trace_context_new(&share);
    trace_context_version(context, major, minor);
    fake_load(); // and discard cached queries
    trace_excluded = 0;
    trace_set_budget(TRACE_BUDGET_COPIES, COPIES);
    self = (struct trace_thread){
        .at = segment, .end = segment + sizeof segment, .recording = 1, .context = context};
    self.generation = atomic_load(&trace_generation);
    self.made = &made;
    return trace_self = &self;
}

static void claim(struct recorded *r, uint32_t depth, const uint8_t *at) {
    for (int i = 0; i < n_waiting; i++) {
        struct waiting *w = &waiting[i];
        if (w->claimed || w->depth != depth || w->at > at) continue;
        struct taken *d = &r->data[w->param];
        w->claimed = 1;
        if (d->there && d->why == CAPTURE_DATA && w->data.why == CAPTURE_UNKNOWN) { // there is more of it
            d->why = CAPTURE_UNKNOWN;
            continue;
        }
        CHECK(!d->there); // otherwise no parameter has data twice
        *d = w->data;
    }
}

void read_calls(void) {
    CHECK(self.depth == 0);
    while (seen < self.at) {
        struct trace_call *call = (struct trace_call *)seen;
        CHECK(n_calls < MOST_CALLS && call->size > 0);
        struct recorded *r = &calls[n_calls++];
        const uint8_t *definition = trace_commands[call->command].definition;
        CHECK(definition != NULL);
        r->name = call->command < LAYER_COMMANDS ? layer_name(call->command) : NULL;
        if (call->command == TRACE_VERTEX_DATA) r->name = "VertexData";
        if (call->command == TRACE_MAPPED) r->name = "Mapped";
        if (call->command == TRACE_ERROR) r->name = "Error";
        if (call->command == TRACE_FRAME_IMAGE) r->name = "FrameImage";
        if (call->command == TRACE_GPU_TIME) r->name = "GPUTime";
        if (call->command == TRACE_IMAGE_SOURCE) r->name = "ImageSource";
        r->flags = call->flags & 15;
        r->cells = call->cells;
        claim(r, call->flags >> 4, seen);
        seen += call->size * 8;
    }
    for (int i = 0; i < n_waiting; i++) CHECK(waiting[i].claimed); // no data without its call
}

struct recorded *called(const char *name, int number) {
    read_calls();
    for (int i = 0; i < n_calls; i++)
        if (calls[i].name != NULL && strcmp(calls[i].name, name) == 0 && number-- == 0) return &calls[i];
    return NULL;
}

int count(const char *name) {
    int n = 0;
    while (called(name, n) != NULL) n++;
    return n;
}

int questions(void) {
    int n = 0;
    for (uint32_t id = 0; id < LAYER_COMMANDS; id++) {
        const char *name = layer_name(id);
        if (strncmp(name, "glGet", 5) == 0 || strncmp(name, "glIs", 4) == 0) n += fake_calls(name);
    }
    return n;
}

int main(int argc, char **argv) {
    const struct test *const groups[] = {draws,   attributes, pixels,    values,
                                         buffers, programs,   gpu_times, hardware_buffers};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        for (const struct test *t = groups[g]; t->name != NULL; t++) {
            if (argc < 2) puts(t->name);
            if (argc < 2 || strcmp(argv[1], t->name) != 0) continue;
            t->run();
            forget();
            end_context();
            return 0;
        }
    }
    return argc < 2 ? 0 : 2;
}
