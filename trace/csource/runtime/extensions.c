static void *do_nothing(void) {
    return NULL;
}

typedef void (*any_function)(void);

// Returns a function of an extension. If the driver lacks it, calls of the function do nothing.
static any_function load_function(const char *name) {
    any_function found = (any_function)eglGetProcAddress(name);
    if (found != NULL) return found;
    fprintf(stderr, "this driver lacks %s\n", name);
    return (any_function)do_nothing;
}
