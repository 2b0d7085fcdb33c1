#include "es32.h"

#include <string.h>

static void map(void) {
    char *data = glMapBufferRange(GL_COPY_WRITE_BUFFER, 16, 64, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
    void *pointer = NULL;
    glGetBufferPointerv(GL_COPY_WRITE_BUFFER, GL_BUFFER_MAP_POINTER, &pointer);
    if (data == NULL || pointer != data) return;
    memset(data, 0x5a, 64);
    glFlushMappedBufferRange(GL_COPY_WRITE_BUFFER, 8, 24);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    data = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 32, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT);
    if (data) memset(data, 0xa5, 32);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    data = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 32, GL_MAP_READ_BIT);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
}

void fill_buffers(void) {
    GLuint names[3];
    GLint size;
    GLint64 large;
    unsigned char bytes[256];
    for (int i = 0; i < 256; i++) bytes[i] = (unsigned char)i;
    glGenBuffers(3, names);
    glBindBuffer(GL_COPY_READ_BUFFER, names[0]);
    glBufferData(GL_COPY_READ_BUFFER, 256, bytes, GL_STATIC_DRAW);
    glBufferSubData(GL_COPY_READ_BUFFER, 32, 96, bytes + 64);
    glBindBuffer(GL_COPY_WRITE_BUFFER, names[1]);
    glBufferData(GL_COPY_WRITE_BUFFER, 256, NULL, GL_DYNAMIC_READ);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 16, 32, 64);
    map();
    glGetBufferParameteriv(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &size);
    glGetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &large);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, names[0]);
    glBindBufferRange(GL_UNIFORM_BUFFER, 2, names[0], 0, 64);
    glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 1, &size);
    glGetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, 2, &large);
    glIsBuffer(names[0]);
    glDeleteBuffers(3, names);
    want_no_error("buffers");
}
