static void fail(const char *what, const char *name) {
    fprintf(stderr, "%s: %s\n", what, name);
    exit(1);
}

// --- display, configurations and surfaces

static EGLDisplay display; // of all calls
#ifdef USE_X11
static Display *x11;
#endif
