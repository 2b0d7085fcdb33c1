// The same for an array of integers.
static void set_integer_array(GLuint index, GLint size, GLenum type, GLsizei stride, GLint first,
                              const void *from) {
    const void *start = (const void *)((uintptr_t)from - (uintptr_t)first * (uintptr_t)stride);
    GLint buffer = 0;
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribIPointer(index, size, type, stride, start);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)buffer);
}
