// Writes to a mapped buffer what the program wrote.
static void write_buffer(GLuint buffer, GLintptr offset, const void *from, size_t size) {
    struct mapping *m = find_mapping(eglGetCurrentContext(), (GLint)buffer);
    if (m == NULL) m = find_mapping(NULL, (GLint)buffer); // of a context that shares the buffer
    if (m != NULL && m->memory != NULL) memcpy(m->memory + (offset - m->offset), from, size);
}
