// The mapped buffers. The newest mapping of a buffer counts.
struct mapping {
    EGLContext context;
    GLint buffer;
    GLintptr offset;
    char *memory;
};
static struct mapping *mappings;
static size_t mapping_count, mapping_room;

// Returns the mapping of a buffer by the context, which is null for any context.
static struct mapping *find_mapping(EGLContext context, GLint buffer) {
    for (size_t i = mapping_count; i > 0; i--) {
        struct mapping *m = &mappings[i - 1];
        if (m->buffer == buffer && (context == NULL || m->context == context)) return m;
    }
    return NULL;
}

static struct mapping *add_mapping(void) {
    if (mapping_count == mapping_room) {
        mapping_room = mapping_room > 0 ? 2 * mapping_room : 64;
        mappings = realloc(mappings, mapping_room * sizeof *mappings);
        if (mappings == NULL) fail("out of memory", "a mapped buffer");
    }
    return &mappings[mapping_count++];
}

static void keep_mapping(GLenum binding, GLintptr offset, void *memory) {
    GLint buffer = 0;
    EGLContext context = eglGetCurrentContext();
    glGetIntegerv(binding, &buffer);
    struct mapping *m = find_mapping(context, buffer);
    if (m == NULL) m = add_mapping();
    *m = (struct mapping){context, buffer, offset, memory};
}
