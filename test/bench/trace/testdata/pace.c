// Paces a program that draws with SDL: a frame begins at most every PACE_US microseconds. After PACE_FRAMES
// frames it prints the time of a frame without the pauses, and with them, in microseconds, and ends the
// program with SIGINT.

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SETTLE = 30 }; // frames that do not count: shaders are compiled in the first ones

static double microseconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void sleep_until(double us) {
    struct timespec t = {(time_t)(us / 1e6), (long)((us - (double)(time_t)(us / 1e6) * 1e6) * 1e3)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

void SDL_RenderPresent(void *renderer) {
    static void (*next)(void *);
    static long frame, frames;
    static double pace, begun, first, busy, own;
    if (!next) {
        next = (void (*)(void *))dlsym(RTLD_NEXT, "SDL_RenderPresent");
        frames = atol(getenv("PACE_FRAMES"));
        pace = atof(getenv("PACE_US"));
    }
    next(renderer);
    double ended = microseconds(CLOCK_MONOTONIC), used = microseconds(CLOCK_THREAD_CPUTIME_ID);
    frame++;
    if (frame == SETTLE) first = ended, own = used;
    if (frame > SETTLE && frame <= SETTLE + frames) busy += ended - begun;
    if (frame == SETTLE + frames) {
        printf("busy %.3f\nown %.3f\nwhole %.3f\n", busy / (double)frames, (used - own) / (double)frames,
               (ended - first) / (double)frames);
        fflush(stdout);
        raise(SIGINT);
    }
    if (begun + pace > ended) sleep_until(begun + pace);
    begun = microseconds(CLOCK_MONOTONIC);
}
