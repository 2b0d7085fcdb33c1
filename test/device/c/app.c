/* An app on the test device: it does what the one of Android's compatibility tests does, and then stays, as
   apps do, until its standard input ends. */
#include <unistd.h>

#define main activity
#include "loader/testdata/cts/app.c"
#undef main

int main(void) {
    int status = activity();
    char byte;
    while (status == 0 && read(STDIN_FILENO, &byte, 1) > 0) {
    }
    return status;
}
