/* Creates many contexts, uses each once, and measures their cost and what remains afterward. */
#include "probe.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The private dirty memory of this process. The proportional share of shared memory changes as other
 * processes start and end. */
static long long memory(void) {
    static const char *const files[] = {"/proc/self/smaps_rollup", "/proc/self/smaps"};
    long long sum = 0, part;
    char line[512];
    FILE *file = NULL;
    for (size_t i = 0; !file && i < sizeof files / sizeof *files; i++) file = fopen(files[i], "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Private_Dirty: %lld kB", &part) == 1 || sscanf(line, "Swap: %lld kB", &part) == 1)
            sum += part;
    if (file) fclose(file);
    return sum;
}

static int look_at_files(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

/* A driver may have a thread that writes a file at times, such as a shader cache. A descriptor counts only if
 * it is open in each sample. */
static int open_files(void) {
    enum { LOOKS = 11 };
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    int least = look_at_files();
    for (int i = 1; i < LOOKS; i++) {
        nanosleep(&pause, NULL);
        int now = look_at_files();
        if (now < least) least = now;
    }
    return least;
}

static void say_state(const char *when) {
    char fact[32];
    snprintf(fact, sizeof fact, "memory-%s", when);
    say_number(fact, memory());
    snprintf(fact, sizeof fact, "files-%s", when);
    say_number(fact, open_files());
}

/* A context that exists before and after: what the first context of a process allocates is not counted. */
static int warm_up(EGLDisplay display) {
    struct context first;
    const char *wrong = make_context(display, 2, &first);
    if (wrong) return say_error("why", wrong), 0;
    if ((wrong = draw_plain(2, !first.surface))) return say("why", wrong), 0;
    return 1;
}

static int make_all(EGLDisplay display, struct context *all, int count) {
    for (int i = 0; i < count; i++) {
        const char *wrong = make_context(display, 2, &all[i]);
        if (wrong) {
            say_error("limit", wrong);
            return i;
        }
        if ((wrong = draw_plain(2, !all[i].surface))) {
            say("limit", wrong);
            return i + 1;
        }
    }
    return count;
}

/* One round; everything that it creates is destroyed at its end. */
static int make_and_drop(EGLDisplay display, struct context *all, int count, const char *with) {
    int made = make_all(display, all, count);
    if (with) say_state(with);
    p_eglMakeCurrent(display, NULL, NULL, NULL);
    for (int i = 0; i < made; i++) drop_context(&all[i]);
    return made;
}

void task_contexts(const char *argument) {
    int count = atoi(argument);
    EGLDisplay display;
    struct context *all = count > 0 ? calloc((size_t)count, sizeof *all) : NULL;
    if (!all) return say("why", "the number of contexts must be at least 1");
    if (!open_egl(NULL) || !open_display(&display) || !warm_up(display)) return free(all);
    say_state("before");
    int made = make_and_drop(display, all, count, "with");
    say_number("made", made);
    say_state("after");
    make_and_drop(display, all, made, NULL); /* memory that is kept for reuse does not grow */
    say_state("again");
    free(all);
    say("done", "yes");
}
