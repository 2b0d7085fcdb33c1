// Loads a layer as Android's loader does, and prints the time of each step in microseconds. "load" is dlopen,
// Initialize and the loop over the names. "first" is the first call of glDrawArrays after that. "thread" is
// the first call on a new thread (the median of many). The first three are processor time of all threads: on
// one processor, this is the time that the app waits, without the time of other processes.
//
//     start LAYER.so NAMES.txt

#include "layer.h"
#include "signatures.h"

#include <pthread.h>

enum { THREADS = 51 };

static struct names names;
static volatile uint32_t drawn;

static void driver(uint32_t mode, int32_t first, int32_t count) {
    drawn += mode + (uint32_t)(first + count);
}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    (void)name;
    return (void *)driver;
}

static draw_fn draw;

static void *on_thread(void *result) {
    int64_t start = now();
    draw(4, 0, 3);
    *(double *)result = (double)(now() - start) / 1e3;
    return NULL;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double on_threads(void) {
    double took[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, on_thread, &took[i]) != 0) fail("no thread");
        pthread_join(thread, NULL);
    }
    qsort(took, THREADS, sizeof *took, ascending);
    return took[THREADS / 2];
}

// Returns the processor time of this process in microseconds.
static double used(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    if (argc != 3) fail("start LAYER.so NAMES.txt");
    read_names(argv[2], &names);
    double start = used();
    get_address_fn get_address = open_layer(argv[1], get_next);
    if (!walk(get_address, &names, (void *)driver)) fail("the layer intercepts nothing");
    double loaded = used();
    draw = (draw_fn)get_address("glDrawArrays", (void *)driver);
    draw(4, 0, 3);
    double called = used();
    printf("load %.3f\nfirst %.3f\nboth %.3f\n", loaded - start, called - loaded, called - start);
    printf("thread %.3f\n", on_threads());
    return drawn == (THREADS + 1) * 7u ? 0 : 1;
}
