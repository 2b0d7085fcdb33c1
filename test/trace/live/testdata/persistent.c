// A program that writes to a persistent, coherent mapping before each draw. After the draw it passes the same
// contents to a second buffer.
#include "screen.h"

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>
#include <string.h>

enum { SIZE = 10000, MAP = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT };

int main(void) {
    static unsigned char contents[SIZE];
    PFNGLBUFFERSTORAGEEXTPROC storage;
    GLuint buffers[2];
    open_screen(8, 8, 32, 0);
    storage = (PFNGLBUFFERSTORAGEEXTPROC)eglGetProcAddress("glBufferStorageEXT");
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    storage(GL_ARRAY_BUFFER, SIZE, contents, MAP);
    unsigned char *mapping = glMapBufferRange(GL_ARRAY_BUFFER, 0, SIZE, MAP);
    want(mapping != NULL, "a persistent mapping");
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[1]);
    glBufferData(GL_COPY_WRITE_BUFFER, SIZE, NULL, GL_DYNAMIC_DRAW);
    fprintf(stderr, "drawing\n");
    for (unsigned frame = 0;; frame++) {
        unsigned at = frame * 997 % (SIZE - 100), length = frame % 100;
        memset(mapping + at, (int)(frame % 251), length);
        memset(contents + at, (int)(frame % 251), length);
        glDrawArrays(GL_POINTS, 0, 1);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, SIZE, contents);
        want(glGetError() == 0, "no error");
        swap();
        usleep(1000);
    }
}
