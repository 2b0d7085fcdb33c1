/* VLC refuses to run as root. */
#include <unistd.h>

uid_t geteuid(void) {
    return 1000;
}
