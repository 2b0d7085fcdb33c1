// Starts tombstoned as init does: with the sockets that the processes of a crash connect to.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int open_socket(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    char variable[64], value[16];
    snprintf(address.sun_path, sizeof address.sun_path, "/dev/socket/%s", name);
    snprintf(variable, sizeof variable, "ANDROID_SOCKET_%s", name);
    snprintf(value, sizeof value, "%d", fd);
    return fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 8) ||
           setenv(variable, value, 1);
}

int main(int count, char **words) {
    (void)count;
    if (open_socket("tombstoned_crash") || open_socket("tombstoned_intercept") ||
        open_socket("tombstoned_java_trace")) {
        perror("socket");
        return 2;
    }
    execv("/system/bin/tombstoned", words);
    perror("/system/bin/tombstoned");
    return 2;
}
