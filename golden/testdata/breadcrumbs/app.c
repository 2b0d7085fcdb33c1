/* A program that loads a layer as Android's loader does, and calls its functions on some threads until it is
 * killed. The driver below the layer writes to a shared file which call it entered and left last, so that a
 * test can compare the layer's file with it.
 *
 *     app LAYER.so WITNESS THREADS ENDING CALL
 *
 * ENDING "run" waits for a signal; "segv" and "abort" crash in the driver, on each thread at the given call;
 * "exit" ends after so many calls on each thread; "fork" makes CALL calls, forks, and does so in both
 * processes; "one by one" starts the threads one after the other. */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_THREADS = 80 };

struct witness {
    _Atomic(uint64_t) entered, left; /* numbers of calls, from 1 */
    uint32_t thread, function;
    uint8_t unused[40];
};

static struct witness *all;
static __thread struct witness *mine;
static const char *ending;
static uint64_t most;

static void enter(uint32_t function) {
    uint64_t n = atomic_load(&mine->entered) + 1;
    mine->function = function;
    atomic_store(&mine->entered, n);
    if (n != most) return;
    if (strcmp(ending, "segv") == 0) *(volatile int *)(uintptr_t)n = 0;
    if (strcmp(ending, "abort") == 0) abort();
}

static void leave(void) {
    atomic_store(&mine->left, atomic_load(&mine->entered));
}

static void clear(unsigned mask) {
    (void)mask;
    enter(0);
    leave();
}

static unsigned create_shader(unsigned type) {
    enter(1);
    leave();
    return type ^ 0x5555;
}

static void draw(unsigned mode, int first, int count) {
    (void)mode, (void)first, (void)count;
    enter(2);
    leave();
}

static void image(unsigned target, int level, int format, int width, int height, int border, unsigned layout,
                  unsigned type, const void *pixels) {
    (void)target, (void)level, (void)format, (void)width, (void)height, (void)border, (void)layout,
        (void)type, (void)pixels;
    enter(3);
    leave();
}

static void uniform(int location, float x, float y, float z, float w) {
    (void)location, (void)x, (void)y, (void)z, (void)w;
    enter(4);
    leave();
}

static unsigned swap(void *display, void *surface) {
    (void)display, (void)surface;
    enter(5);
    leave();
    return 1;
}

static const struct {
    const char *name;
    void *function;
} driver[] = {{"glClear", (void *)clear},       {"glCreateShader", (void *)create_shader},
              {"glDrawArrays", (void *)draw},   {"glTexImage2D", (void *)image},
              {"glUniform4f", (void *)uniform}, {"eglSwapBuffers", (void *)swap}};

enum { FUNCTIONS = sizeof driver / sizeof *driver };

static void *functions[FUNCTIONS]; /* of the layer */

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, driver[i].name) == 0) return driver[i].function;
    return NULL;
}

/* Makes call n of a thread. The test computes the function and the arguments in the same way. */
static void call(uint32_t n) {
    switch ((n * 2654435761u >> 16) % FUNCTIONS) {
    case 0:
        ((void (*)(unsigned))functions[0])(n);
        break;
    case 1:
        ((unsigned (*)(unsigned))functions[1])(n);
        break;
    case 2:
        ((void (*)(unsigned, int, int))functions[2])(4, -1, (int)n);
        break;
    case 3:
        ((void (*)(unsigned, int, int, int, int, int, unsigned, unsigned, const void *))functions[3])(
            0x0DE1, 0, 0x8058, (int)n, 2, 0, 0x1908, 0x1401, (void *)((uintptr_t)n << 32));
        break;
    case 4:
        ((void (*)(int, float, float, float, float))functions[4])((int)n, 0.5f, -1, 0, 2);
        break;
    case 5:
        ((unsigned (*)(void *, void *))functions[5])((void *)1, (void *)(uintptr_t)n);
        break;
    }
}

static void *draw_calls(void *at) {
    mine = at;
    mine->thread = (uint32_t)syscall(SYS_gettid);
    int ends =
        strcmp(ending, "exit") == 0 || strcmp(ending, "one by one") == 0 || strcmp(ending, "fork") == 0;
    for (uint32_t n = 1; !ends || n <= most; n++) call(n);
    return NULL;
}

static void fail(const char *what) {
    fprintf(stderr, "app: %s\n", what);
    exit(1);
}

static void load(const char *path) {
    void *layer = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (layer == NULL) fail(dlerror());
    ((void (*)(void *, void *(*)(void *, const char *)))dlsym(layer, "AndroidGLESLayer_Initialize"))(
        &all, get_next);
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    for (int i = 0; i < FUNCTIONS; i++) functions[i] = get(driver[i].name, driver[i].function);
}

static void start(int threads) {
    pthread_t ids[MOST_THREADS];
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&ids[i], NULL, draw_calls, &all[i]) != 0) fail("no thread");
        if (strcmp(ending, "one by one") == 0) pthread_join(ids[i], NULL);
    }
    puts("calls");
    fflush(stdout);
    for (int i = 0; i < threads && strcmp(ending, "one by one") != 0; i++) pthread_join(ids[i], NULL);
}

int main(int argc, char **argv) {
    if (argc != 6) fail("app LAYER.so WITNESS THREADS ENDING CALL");
    int threads = atoi(argv[3]), fd = open(argv[2], O_RDWR | O_CREAT | O_CLOEXEC, 0600), status = 0;
    ending = argv[4];
    most = strtoull(argv[5], NULL, 10);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (threads > MOST_THREADS || fd < 0 || ftruncate(fd, MOST_THREADS * sizeof *all) != 0)
        fail("no witness");
    all = mmap(NULL, MOST_THREADS * sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (all == MAP_FAILED) fail("no memory");
    load(argv[1]);
    if (strcmp(ending, "fork") != 0) {
        start(threads);
        return 0;
    }
    draw_calls(&all[0]);
    pid_t child = fork();
    draw_calls(&all[child == 0 ? 1 : 2]);
    if (child != 0 && (waitpid(child, &status, 0) != child || status != 0)) fail("the child failed");
    return 0;
}
