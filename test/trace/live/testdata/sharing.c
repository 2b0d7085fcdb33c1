// Two contexts that share buffers: one swaps, the other writes and maps the buffers until there is input. It
// prints what failed, and what is missing in the buffers.
#include "screen.h"

#include <GLES3/gl3.h>

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

enum { BUFFERS = 8, BYTES = 1 << 17 };

static GLuint buffers[BUFFERS];
static atomic_int uploads, over;
static int errors, lost;

static int has(uint8_t value) {
    const uint8_t *bytes = glMapBufferRange(GL_ARRAY_BUFFER, 0, BYTES, GL_MAP_READ_BIT);
    int found = bytes != NULL && bytes[0] == value && bytes[BYTES - 1] == value;
    if (bytes == NULL || !glUnmapBuffer(GL_ARRAY_BUFFER)) errors++;
    return found;
}

static void *upload(void *shared) {
    static uint8_t part[BYTES];
    EGLSurface own = make_surface(8, 8);
    want(eglMakeCurrent(display, own, own, shared), "a second context");
    for (unsigned n = 0; !atomic_load(&over); n++) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers[n % BUFFERS]);
        memset(part, (int)(n % 251), BYTES);
        glBufferSubData(GL_ARRAY_BUFFER, 0, BYTES, part);
        errors += glGetError() != 0;
        lost += !has((uint8_t)(n % 251));
        atomic_fetch_add(&uploads, 1);
    }
    eglMakeCurrent(display, NULL, NULL, NULL);
    return NULL;
}

int main(void) {
    struct pollfd word = {.fd = 0, .events = POLLIN};
    pthread_t thread;
    open_screen(8, 8, 30, 0);
    glGenBuffers(BUFFERS, buffers);
    for (int i = 0; i < BUFFERS; i++) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, BYTES, NULL, GL_STREAM_DRAW);
    }
    want(pthread_create(&thread, NULL, upload, make_context(30, context)) == 0, "a thread");
    while (atomic_load(&uploads) == 0) usleep(1000);
    fputs("drawing\n", stderr);
    while (poll(&word, 1, 0) == 0) {
        glClear(GL_COLOR_BUFFER_BIT);
        swap();
        usleep(1000);
    }
    atomic_store(&over, 1);
    pthread_join(thread, NULL);
    printf("errors %d, lost %d\n", errors, lost);
    return 0;
}
