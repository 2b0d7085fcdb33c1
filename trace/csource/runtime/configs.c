// Returns how far a value of a configuration is from the recorded one.
static int distance_of(EGLint name, EGLint wanted, EGLint value) {
    if (name == EGL_RENDERABLE_TYPE) {
        EGLint versions = EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT;
        return (wanted & ~value & versions) != 0 ? 1 << 16 : 0;
    }
    if (value <= 0 && wanted > 0) return 1 << 12;
    if (value > 0 && wanted == 0) return 1 << 8;
    return value < wanted ? 2 * (wanted - value) : value - wanted;
}

// Returns the configuration that is closest to the recorded attributes.
static EGLConfig choose_config(const EGLint *attributes) {
    enum { MOST = 512 };
#ifdef USE_X11
    const EGLint type = EGL_WINDOW_BIT;
#else
    const EGLint type = EGL_PBUFFER_BIT;
#endif
    const EGLint list[] = {EGL_SURFACE_TYPE, type, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
    static EGLConfig all[MOST];
    EGLConfig closest = NULL;
    EGLint count = 0;
    int least = 0;
    if (!eglChooseConfig(display, list, all, MOST, &count)) count = 0;
    for (int i = 0; i < count; i++) {
        int distance = 0;
        for (const EGLint *a = attributes; *a != EGL_NONE; a += 2) {
            EGLint value = 0;
            eglGetConfigAttrib(display, all[i], a[0], &value);
            distance += distance_of(a[0], a[1], value);
        }
        if (closest == NULL || distance < least) closest = all[i], least = distance;
    }
    if (closest == NULL) fail("no configuration", "eglChooseConfig");
    return closest;
}
