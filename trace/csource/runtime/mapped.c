// The mapped buffers. The newest mapping of a buffer counts.
static struct mapping {
    EGLContext context;
    GLint buffer;
    GLintptr offset;
    char *memory;
} mappings[64];
static unsigned mapping_count;

// Returns the mapping of a buffer by the context, which is null for any context.
static struct mapping *find_mapping(EGLContext context, GLint buffer) {
    for (unsigned i = mapping_count; i > 0 && i + 64 > mapping_count; i--) {
        struct mapping *m = &mappings[(i - 1) % 64];
        if (m->buffer == buffer && (context == NULL || m->context == context)) return m;
    }
    return NULL;
}

static void keep_mapping(GLenum binding, GLintptr offset, void *memory) {
    GLint buffer = 0;
    EGLContext context = eglGetCurrentContext();
    glGetIntegerv(binding, &buffer);
    struct mapping *m = find_mapping(context, buffer);
    if (m == NULL) m = &mappings[mapping_count++ % 64];
    *m = (struct mapping){context, buffer, offset, memory};
}
