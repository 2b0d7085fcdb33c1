static const char *ppm_directory; // of --ppm

static int bind_default_framebuffer(GLenum target, GLenum binding) {
    GLint bound = 0;
    glGetIntegerv(binding, &bound);
    if (bound != 0) glBindFramebuffer(target, 0);
    return bound;
}

static void write_ppm(int frame, const GLubyte *pixels, int width, int height) {
    char path[4096];
    snprintf(path, sizeof path, "%s/frame_%04d.ppm", ppm_directory, frame);
    FILE *f = fopen(path, "wb");
    if (f == NULL) fail("cannot write", path);
    fprintf(f, "P6\n%d %d\n255\n", width, height);
    for (int y = height - 1; y >= 0; y--)
        for (int x = 0; x < width; x++) fwrite(pixels + 4 * ((size_t)y * (size_t)width + (size_t)x), 1, 3, f);
    if (fclose(f) != 0) fail("cannot write", path);
}

// With --ppm, writes the contents of the current surface to a file. The state of the context does not change.
static void save_frame(int frame) {
    static const GLenum packing[] = {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS,
                                     GL_PACK_SKIP_PIXELS};
    EGLSurface surface = eglGetCurrentSurface(EGL_READ);
    EGLint width = 0, height = 0;
    if (ppm_directory == NULL || surface == EGL_NO_SURFACE) return;
    eglQuerySurface(display, surface, EGL_WIDTH, &width);
    eglQuerySurface(display, surface, EGL_HEIGHT, &height);
    GLubyte *pixels = calloc((size_t)width * (size_t)height, 4);
    if (pixels == NULL) fail("out of memory", "--ppm");
    const int es3 = strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES 2", 11) != 0;
    GLint old[4] = {0}, buffer = 0, from = GL_BACK;
    GLenum target = es3 ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER;
    int bound = bind_default_framebuffer(target, es3 ? GL_READ_FRAMEBUFFER_BINDING : GL_FRAMEBUFFER_BINDING);
    for (int i = 0; i < (es3 ? 4 : 1); i++) {
        glGetIntegerv(packing[i], &old[i]);
        glPixelStorei(packing[i], i == 0 ? 1 : 0);
    }
    if (es3) {
        glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        glGetIntegerv(GL_READ_BUFFER, &from);
        glReadBuffer(GL_BACK);
    }
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    if (es3) {
        glReadBuffer((GLenum)from);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)buffer);
    }
    for (int i = 0; i < (es3 ? 4 : 1); i++) glPixelStorei(packing[i], old[i]);
    if (bound != 0) glBindFramebuffer(target, (GLuint)bound);
    write_ppm(frame, pixels, width, height);
    free(pixels);
}
