// Threads call through the layer's trampolines while another thread reads the rings, as package core does.
// Each call is read in order, or counted as lost. The C files of the layer are compiled with it, for the
// sanitizers.

#include "zz_generated_observe.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 6, ROUNDS = 3, CALLS = 20000, MOST_READ = THREADS * ROUNDS };

// What Go exports.
void goInitialize(void) {}
void goStarted(void) {}
void goFrame(uint64_t frame) {
    (void)frame;
}

static void below(void) {}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    return strcmp(name, "eglGetCurrentContext") == 0 ? NULL : (void *)below;
}

typedef void (*buffer_fn)(GLenum target, GLsizeiptr size, const void *data, GLenum usage);
static buffer_fn buffer_data;

static _Atomic(int) made; // threads have made all calls

static void *call_often(void *number) {
    char data[64];
    for (GLsizeiptr i = 0; i < CALLS; i++) {
        memset(data, (int)i, sizeof data);
        buffer_data((GLenum)(uintptr_t)number, i % 64, data, (GLenum)i + 1);
    }
    return NULL;
}

static struct { uint64_t calls, lost, last; } seen[MOST_READ + 1];

static void fail(const char *what, uint64_t a, uint64_t b) {
    fprintf(stderr, "%s: %llu, %llu\n", what, (unsigned long long)a, (unsigned long long)b);
    exit(1);
}

// glBufferData(target, size, data, usage): target is the number of the thread, usage that of the call.
static void read_call(const struct layer_observed *call) {
    const uint64_t *words = (const uint64_t *)(call + 1);
    uint64_t lost = call->flags & LAYER_LOST ? *words++ : 0;
    if (strcmp(layer_name(call->id), "glBufferData") != 0 || call->words != 4 || call->data != 1)
        fail("another call", call->id, call->words);
    if (call->flags & (LAYER_IN_CONTEXT | LAYER_TIMES | LAYER_RETURNS)) fail("flags", call->flags, 0);
    const struct layer_observed_data *data = (const void *)(words + call->words);
    if (data->size != words[1]) fail("size", data->size, words[1]);
    for (uint32_t i = 0; i < data->size; i++)
        if (((const unsigned char *)(data + 1))[i] != (unsigned char)(words[3] - 1))
            fail("data", i, words[3]);
    if (words[3] != seen[words[0]].last + 1 + lost) fail("order", words[3], seen[words[0]].last);
    seen[words[0]].calls++;
    seen[words[0]].lost += lost;
    seen[words[0]].last = words[3];
}

static int read_rings(void) {
    int some = 0;
    for (struct layer_ring *ring = layer_next_ring(NULL, 0); ring;) {
        struct layer_ring_part part;
        layer_begin_part(ring, &part);
        for (uint32_t at = 0; at < part.size;) {
            const struct layer_observed *call = (const void *)(part.calls + at);
            if (call->size == 0) break;
            read_call(call);
            at += 8 * (uint32_t)call->size;
        }
        some |= part.size > 0;
        ring = layer_end_part(ring, &part);
    }
    return some;
}

static void *read_often(void *unused) {
    while (!atomic_load(&made) || read_rings()) read_rings();
    return unused;
}

int main(void) {
    pthread_t reader, threads[THREADS];
    uint64_t total = 0;
    AndroidGLESLayer_Initialize(NULL, get_next);
    buffer_data = (buffer_fn)AndroidGLESLayer_GetProcAddress("glBufferData", (void *)below);
    layer_set_observing(&(struct layer_observing){.memory = 1 << 16});
    pthread_create(&reader, NULL, read_often, NULL);
    for (uintptr_t r = 0; r < ROUNDS; r++) {
        for (uintptr_t i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, call_often, (void *)(r * THREADS + i + 1));
        // Threads that run take the other memory as well.
        layer_set_observing(&(struct layer_observing){.memory = r % 2 ? 1 << 16 : 1 << 17, .limit = 64});
        for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    }
    atomic_store(&made, 1);
    pthread_join(reader, NULL);
    for (int i = 1; i <= MOST_READ; i++) total += seen[i].calls;
    if (total + layer_lost_calls() != (uint64_t)MOST_READ * CALLS) fail("total", total, layer_lost_calls());
    printf("%llu calls read, %llu lost\n", (unsigned long long)total, (unsigned long long)layer_lost_calls());
    return 0;
}
