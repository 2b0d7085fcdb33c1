// Sets a vertex array in memory for the next draw. The data begins with the vertex number first.
static void set_array(GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride,
                      GLint first, const void *from) {
    const void *start = (const void *)((uintptr_t)from - (uintptr_t)first * (uintptr_t)stride);
    GLint buffer = 0;
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(index, size, type, normalized, stride, start);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)buffer);
}
