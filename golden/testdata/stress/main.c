/* stress LAYER SECONDS NAMES: sixteen threads draw through a layer, each in a context of its own. Meanwhile
 * other threads change its settings, which it reads anew at swaps, and ask it for all names; once it is
 * initialised a second time. Its file of settings is stress.conf in XDG_CONFIG_HOME. The threads that draw end
 * after some frames, and others come. */
#include "stress.h"
#include "../stress_settings.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A layer reads its settings at each 60th swap, if no other thread is still at it; some may be on their way
 * through one. */
enum { DRAWERS = 16, FRAMES_UNTIL_READ = 2 * 60 + DRAWERS };

static atomic_bool time_is_over;
atomic_bool over;
atomic_ulong frames;

void fail(const char *what, const char *name) {
    fprintf(stderr, "stress: %s %s\n", what, name);
    fflush(NULL);
    _exit(1);
}

static pthread_t start(void *(*run)(void *), void *argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, argument) != 0) fail("failed", "pthread_create");
    return thread;
}

/* At first each text stays until it was read, however slow the machine; then they change quickly until the
 * time is over. */
static void *change_settings(void *unused) {
    static const char *const texts[] = {
        "hooks=-gl*,+glClear,+glDraw*\nlog=debug\n",
        "hooks=\n",
        "hooks=-gl*\r\nlog=normal\r\n",
        "# nothing\n",
        "sets=-*,+errors\nhooks=-glGetError\n",
        "sets=-calls,-errors\nlog=debug\n",
        "log.on=0\ncalls.frames=90\nerrors.stack=0\nlog.limit=0\n",
        "hooks=-egl*,-glUniform??\n\nlog=debug\n\n",
        "",
        "hooks=-*,+*,-glReadPixels\n",
    };
    enum { TEXTS = sizeof texts / sizeof *texts };
    for (unsigned n = 0; n < TEXTS || !atomic_load(&time_is_over); n++) {
        set(texts[n % TEXTS]);
        unsigned long until = n < TEXTS ? atomic_load(&frames) + FRAMES_UNTIL_READ : 0;
        do usleep(15000);
        while (atomic_load(&frames) < until);
    }
    atomic_store(&over, true);
    return unused;
}

static void rest(double seconds) {
    struct timespec left = {.tv_sec = (time_t)seconds};
    left.tv_nsec = (long)((seconds - (double)left.tv_sec) * 1e9);
    while (nanosleep(&left, &left) != 0) continue;
}

/* Half-way, the layer is initialised again. */
static void *keep_time(void *seconds) {
    rest(*(double *)seconds / 2);
    chain_initialize_again();
    rest(*(double *)seconds / 2);
    atomic_store(&time_is_over, true);
    return NULL;
}

/* All threads of a generation end before the next begins: so the heap comes back to where it was. */
static void draw(void) {
    static int numbers[DRAWERS];
    pthread_t drawers[DRAWERS];
    while (!atomic_load(&over)) {
        for (int i = 0; i < DRAWERS; i++) {
            numbers[i] = i;
            drawers[i] = start(draw_life, &numbers[i]);
        }
        for (int i = 0; i < DRAWERS; i++) pthread_join(drawers[i], NULL);
    }
}

/* With every hook on again, the one of eglTerminate writes what the hooks counted. */
static void end(void) {
    static int number = DRAWERS - 1;
    set("hooks=\n");
    atomic_store(&over, false);
    pthread_join(start(draw_life, &number), NULL); /* more than 60 swaps: the settings are read */
    draw_close();
    below_settle();
}

int main(int argc, char **argv) {
    if (argc != 4 || getenv("XDG_CONFIG_HOME") == NULL) {
        fputs("usage: XDG_CONFIG_HOME=DIR stress LAYER SECONDS NAMES\n", stderr);
        return 2;
    }
    set("hooks=\n");
    chain_load(argv[1], argv[3]);
    draw_open();
    double seconds = atof(argv[2]);
    pthread_t others[] = {start(change_settings, NULL), start(keep_time, &seconds),
                          start(chain_ask, &ask_same), start(chain_ask, &ask_other),
                          start(chain_ask, &ask_own)};
    draw();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) pthread_join(others[i], NULL);
    end();
    chain_report();
    below_report();
    printf("frames %lu\n", atomic_load(&frames));
    return 0;
}
