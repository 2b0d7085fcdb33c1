/* probe [--once] SECONDS TASK[:ARGUMENT]... - runs each task in a process of its own, for at most that many
 * seconds, so that a driver that crashes or hangs ends only the rest of its task. The last line of each task
 * is its result. */
#include "probe.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *task_name = "";

static const struct {
    const char *name;
    void (*run)(const char *argument);
} tasks[] = {
    {"egl", task_egl}, {"driver", task_driver},     {"api", task_api},
    {"yuv", task_yuv}, {"contexts", task_contexts}, {"profile", task_profile},
};

static int run_task(const char *task) {
    size_t length = strcspn(task, ":");
    const char *argument = task[length] ? task + length + 1 : "";
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        if (strlen(tasks[i].name) == length && strncmp(tasks[i].name, task, length) == 0)
            return tasks[i].run(argument), 0;
    return say("why", "unknown task"), 2;
}

/* A child process that outlives the probe would stay on the device. */
static pid_t start(const char *task) {
    pid_t parent = getpid(), child = fork();
    if (child != 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    int status = run_task(task);
    fflush(stdout);
    _exit(status); /* without running the driver's destructors */
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Waits for the child; returns 0 if it had to be ended. */
static int await(pid_t child, double seconds, int *status) {
    const struct timespec pause = {0, 5 * 1000 * 1000};
    double end = now() + seconds;
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child) return 1;
        if (ended < 0 && errno != EINTR) return 0;
        if (now() > end) break;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) {
    }
    return 0;
}

/* The number of timeouts after which the driver is not tested further. */
enum { PATIENCE = 2 };

static void contain(const char *task, double seconds) {
    static int hung;
    int status = 0;
    if (hung == PATIENCE)
        return say("end", "not tested, because the driver did not return in two earlier tests");
    fflush(stdout);
    pid_t child = start(task);
    if (child < 0) return say("end", "cannot start a process");
    int in_time = await(child, seconds, &status);
    putchar('\n'); /* the driver's last output may not be a whole line */
    if (!in_time) {
        hung++;
        say("end", "time");
    } else if (WIFSIGNALED(status))
        say_number("end-signal", WTERMSIG(status));
    else if (WEXITSTATUS(status))
        say_number("end-status", WEXITSTATUS(status));
    else
        say("end", "ok");
}

int main(int argc, char **argv) {
    int first = 1;
    if (argc > 1 && strcmp(argv[1], "--once") == 0) {
        first = 2;
        if (unlink(argv[0]))
            return perror(argv[0]), 1; /* removes itself, so that nothing stays however it ends */
    }
    double seconds = argc > first + 1 ? atof(argv[first]) : 0;
    if (seconds <= 0) return fputs("probe [--once] SECONDS TASK[:ARGUMENT]...\n", stderr), 2;
    for (int i = first + 1; i < argc; i++) {
        task_name = argv[i];
        contain(task_name, seconds);
    }
    return 0;
}
