// Returns an EGL image with the recorded contents of a source that is not an object of OpenGL ES.
static EGLImage create_image(GLsizei width, GLsizei height, GLenum format, GLenum type, size_t pitch,
                             const void *from) {
    static EGLContext context;
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE}, any[] = {EGL_NONE};
    EGLSurface draw = eglGetCurrentSurface(EGL_DRAW), read = eglGetCurrentSurface(EGL_READ);
    EGLContext current = eglGetCurrentContext();
    GLuint texture = 0;
    if (context == NULL) context = eglCreateContext(display, choose_config(any), EGL_NO_CONTEXT, version);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, format, type, NULL);
    for (GLsizei y = 0; from != NULL && y < height; y++)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, y, width, 1, format, type,
                        (const char *)from + (size_t)y * pitch);
    glFinish();
    EGLClientBuffer source = (EGLClientBuffer)(uintptr_t)texture;
    EGLImage image = eglCreateImage(display, context, EGL_GL_TEXTURE_2D, source, NULL);
    glDeleteTextures(1, &texture);
    eglMakeCurrent(display, draw, read, current);
    return image;
}
