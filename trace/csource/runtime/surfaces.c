// Creates a window with -DUSE_X11, else a surface in memory. A colorspace of 0 is the default.
static EGLSurface create_surface(EGLConfig config, EGLint width, EGLint height, EGLint colorspace) {
    EGLint first = colorspace != 0 ? EGL_GL_COLORSPACE : EGL_NONE;
#ifdef USE_X11
    const EGLint list[] = {first, colorspace, EGL_NONE};
    Window root = DefaultRootWindow(x11);
    Window window = XCreateSimpleWindow(x11, root, 0, 0, (unsigned)width, (unsigned)height, 0, 0, 0);
    XMapWindow(x11, window);
    XSync(x11, False);
    EGLSurface surface = eglCreateWindowSurface(display, config, (EGLNativeWindowType)window, list);
#else
    const EGLint list[] = {EGL_WIDTH, width, EGL_HEIGHT, height, first, colorspace, EGL_NONE};
    EGLSurface surface = eglCreatePbufferSurface(display, config, list);
#endif
    if (surface == EGL_NO_SURFACE) fail("cannot create a surface", "the driver refuses the configuration");
    return surface;
}
