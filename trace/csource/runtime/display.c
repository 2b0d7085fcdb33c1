#ifndef USE_X11
static int has_extension(const char *list, const char *name) {
    size_t length = strlen(name);
    while (list != NULL && (list = strstr(list, name)) != NULL) {
        if (list[length] == ' ' || list[length] == '\0') return 1;
        list += length;
    }
    return 0;
}
#endif

// Returns the display of all calls: that of X11, one without a window system, or the default.
static EGLDisplay open_display(void) {
    if (display != EGL_NO_DISPLAY) return display;
#ifdef USE_X11
    x11 = XOpenDisplay(NULL);
    if (x11 == NULL) fail("cannot open the X11 display", "check DISPLAY");
    display = eglGetDisplay((EGLNativeDisplayType)x11);
#else
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (has_extension(extensions, "EGL_MESA_platform_surfaceless"))
        display = eglGetPlatformDisplay(0x31DD, NULL, NULL); // EGL_PLATFORM_SURFACELESS_MESA
    if (display == EGL_NO_DISPLAY) display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
#endif
    if (display == EGL_NO_DISPLAY) fail("no display", "eglGetDisplay");
    return display;
}
