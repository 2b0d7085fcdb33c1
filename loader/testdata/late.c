/* Threads make the EGL calls that load layers while the list of layers is being set. Usage: late LIST */
#include <EGL/egl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8, BEFORE = 100, AFTER = 300 };

static atomic_int rounds, is_asked;

static void *work(void *number) {
    char name[32];
    for (int i = 0, after = 0; after < AFTER; i++, atomic_fetch_add(&rounds, 1)) {
        after += atomic_load(&is_asked); // on a busy machine, the list may be set late
        snprintf(name, sizeof name, "glTest%d", i % 3);
        (intptr_t) number % 2 ? (void)eglQueryAPI() : (void)eglGetProcAddress(name);
    }
    return NULL;
}

/* The file is replaced as a whole, as editors and the loader do. */
static void ask_for(const char *list) {
    char path[4096], draft[4200];
    snprintf(path, sizeof path, "%s/properties", getenv("GLESLAYERGEN_RUN"));
    snprintf(draft, sizeof draft, "%s.new", path);
    FILE *file = fopen(draft, "w");
    if (!file || fprintf(file, "debug.gles.layers=%s\n", list) < 0 || fclose(file) != 0 ||
        rename(draft, path) != 0)
        abort();
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
    while (atomic_load(&rounds) < BEFORE) continue;
    ask_for(argv[argc - 1]);
    atomic_store(&is_asked, 1);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return 0;
}
