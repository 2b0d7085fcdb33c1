// Two contexts that are current in turn, frame by frame, until standard input ends.
#include "screen.h"

#include <GLES3/gl3.h>
#include <poll.h>

int main(void) {
    struct pollfd input = {.fd = 0, .events = POLLIN};
    open_screen(8, 8, 30, 0);
    EGLContext contexts[] = {context, make_context(30, EGL_NO_CONTEXT)};
    fputs("drawing\n", stderr);
    for (int frame = 0; poll(&input, 1, 0) == 0; frame++) {
        make_current(contexts[frame % 2]);
        for (int i = 0; i < 20; i++) glDrawArrays(GL_POINTS, 0, 1);
        swap();
        usleep(1000);
    }
    return 0;
}
