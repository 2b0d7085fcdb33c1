/* Reports each signal when it arrives, and ends after a line of input or at the end of input. A shell's trap
 * does not do: it runs only when the shell next waits for input. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    int number;
    const char *words;
} signals[] = {{SIGINT, "got INT\n"},
               {SIGTERM, "got TERM\n"},
               {SIGHUP, "got HUP\n"},
               {SIGUSR1, "got USR1\n"},
               {SIGQUIT, "got QUIT\n"}};

enum { SIGNALS = sizeof signals / sizeof *signals };

static void tell(int number) {
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i].number == number && write(1, signals[i].words, strlen(signals[i].words)) < 0) _exit(8);
}

int main(void) {
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
    char line[100];
    sigfillset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i].number, &action, NULL);
    if (write(1, "ready\n", 6) != 6 || !fgets(line, sizeof line, stdin)) return 9;
    printf("read %s", line);
    return 7;
}
