// Replaces a surface by one of another size.
static void resize_surface(EGLSurface *surface, EGLint width, EGLint height) {
    EGLint id = 0, count = 0, colorspace = 0;
    EGLConfig config = NULL;
    EGLSurface old = *surface, draw = eglGetCurrentSurface(EGL_DRAW), read = eglGetCurrentSurface(EGL_READ);
    eglQuerySurface(display, old, EGL_CONFIG_ID, &id);
    eglQuerySurface(display, old, EGL_GL_COLORSPACE, &colorspace);
    const EGLint list[] = {EGL_CONFIG_ID, id, EGL_NONE};
    if (!eglChooseConfig(display, list, &config, 1, &count) || count == 0) return;
    *surface = create_surface(config, width, height, colorspace == EGL_GL_COLORSPACE_SRGB ? colorspace : 0);
    if (draw == old) draw = *surface;
    if (read == old) read = *surface;
    if (draw == *surface || read == *surface) eglMakeCurrent(display, draw, read, eglGetCurrentContext());
    eglDestroySurface(display, old);
}
