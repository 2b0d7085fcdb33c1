// Does what zygote and Android's Java code do for an app: it creates the linker namespace of the app, tells
// libgraphicsenv where layers are, and calls main of the app's library. apphost NAMESPACE LIBRARIES PERMITTED
// STEP=VALUE..., with directories separated by colons.
#include "namespaces.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ISOLATED = 1 };

// The libraries of the system that an app may use, a part of /system/etc/public.libraries.txt.
#define PUBLIC                                                                                               \
    "libc.so:libm.so:libdl.so:liblog.so:libandroid.so:libz.so:libEGL.so:libGLESv1_CM.so:libGLESv2.so:"       \
    "libGLESv3.so"

// A std::string of Android's libc++ whose text is on the heap. The lowest bit of the capacity marks this.
struct text {
    size_t capacity, size;
    char *data;
};

static struct text new_text(const char *words) {
    struct text s = {0, strlen(words), NULL};
    s.capacity = ((s.size + 17) & ~(size_t)15) | 1;
    s.data = malloc(s.capacity);
    if (!s.data) exit(9);
    memcpy(s.data, words, s.size + 1);
    return s;
}

static void *find(const char *library, const char *const *names) {
    void *handle = dlopen(library, RTLD_NOW);
    for (; handle && *names; names++) {
        void *function = dlsym(handle, *names);
        if (function) return function;
    }
    printf("%s: %s\n", library, dlerror());
    exit(9);
}

// The names of a function that takes a string by value or, since Android 12, by reference. A caller passes
// the same in both cases.
#define STRING(n) "NSt3__112basic_stringIcNS" #n "_11char_traitsIcEENS" #n "_9allocatorIcEEEE"
#define CLASS "_ZN7android11GraphicsEnv"
#define ENV(prefix, n)                                                                                       \
    (const char *const[]) {                                                                                  \
        CLASS prefix STRING(n), CLASS prefix "RK" STRING(n), NULL                                            \
    }
#define ONE(library, name) find(library, (const char *const[]){name, NULL})

static void *instance(void) {
    void *(*get)(void) = (void *(*)(void))ONE("libgraphicsenv.so", CLASS "11getInstanceEv");
    return get();
}

static struct android_namespace_t *new_namespace(const char *name, const char *libraries,
                                                 const char *permitted) {
    typedef struct android_namespace_t *(*create_function)(const char *, const char *, const char *, uint64_t,
                                                           const char *, struct android_namespace_t *);
    typedef bool (*link_function)(struct android_namespace_t *, struct android_namespace_t *, const char *);
    create_function create = (create_function)ONE("libdl_android.so", "android_create_namespace");
    link_function link = (link_function)ONE("libdl_android.so", "android_link_namespaces");
    struct android_namespace_t *space = create(name, NULL, libraries, ISOLATED, permitted, NULL);
    if (!space || !link(space, NULL, PUBLIC)) {
        printf("namespace: %s\n", dlerror());
        exit(9);
    }
    return space;
}

// The process of the app is a child of zygote.
static void fork_app(void) {
    int child = fork(), status = 0;
    if (child == 0) return;
    waitpid(child, &status, 0);
    exit(status ? 9 : 0);
}

static void become_user(const char *id) {
    int (*set_group)(unsigned) = (int (*)(unsigned))ONE("libc.so", "setgid");
    int (*set_user)(unsigned) = (int (*)(unsigned))ONE("libc.so", "setuid");
    if (set_group((unsigned)atoi(id)) || set_user((unsigned)atoi(id))) {
        perror("setuid");
        exit(9);
    }
}

static int run_app(struct android_namespace_t *space, const char *library) {
    void *handle = open_in(space, library);
    int (*start)(int, char **) = handle ? (int (*)(int, char **))dlsym(handle, "main") : NULL;
    if (!start) {
        printf("%s: %s\n", library, dlerror());
        return 9;
    }
    return start(3, (char *[]){"app", "exit", "3", NULL});
}

static void set_paths(struct android_namespace_t **space, const char *paths) {
    void (*set)(void *, void *, struct text *) = (void (*)(void *, void *, struct text *))find(
        "libgraphicsenv.so", ENV("13setLayerPathsEPNS_21NativeLoaderNamespaceE", 3));
    struct text text = new_text(paths);
    set(instance(), space, &text); // libnativeloader.c knows what the namespace of libnativeloader is
}

static void set_layers(const char *list) {
    void (*set)(void *, struct text *) =
        (void (*)(void *, struct text *))find("libgraphicsenv.so", ENV("18setDebugLayersGLESE", 1));
    struct text text = new_text(list);
    set(instance(), &text);
}

static void allow_injection(void) {
    void (*allow)(void *) =
        (void (*)(void *))ONE("libgraphicsenv.so", CLASS "28setInjectLayersPrSetDumpableEv");
    allow(instance());
}

// Selects ANGLE in a directory.
static void use_angle(const char *path) {
    struct text where = new_text(path), app = new_text("app"), choice = new_text("angle");
    void *features[3] = {NULL, NULL, NULL}; // an empty vector
    void *library = dlopen("libgraphicsenv.so", RTLD_NOW);
    void (*old)(void *, struct text *, struct text *, struct text *, int, long, long) =
        (void (*)(void *, struct text *, struct text *, struct text *, int, long, long))dlsym(
            library, CLASS "12setAngleInfoE" STRING(1) "S7_S7_ill");
    if (old) {
        old(instance(), &where, &app, &choice, -1, 0, 0);
        return;
    }
    void (*set)(void *, struct text *, bool, struct text *, void *) =
        (void (*)(void *, struct text *, bool, struct text *, void *))ONE(
            "libgraphicsenv.so", CLASS "12setAngleInfoERK" STRING(1) "bS9_NS1_6vectorIS7_NS5_IS7_EEEE");
    set(instance(), &where, false, &app, features);
}

// zygote uses EGL before it forks.
static void preload(void) {
    void *(*get)(void *) = (void *(*)(void *))ONE("libEGL.so", "eglGetDisplay");
    get(NULL);
}

int main(int count, char **words) {
    if (count < 5) return 2;
    setvbuf(stdout, NULL, _IONBF, 0);
    struct android_namespace_t *space = new_namespace(words[1], words[2], words[3]);
    for (int i = 4; i < count; i++) {
        char *value = strchr(words[i], '=');
        if (!value) return 2;
        *value++ = 0;
        if (strcmp(words[i], "preload") == 0)
            preload();
        else if (strcmp(words[i], "fork") == 0)
            fork_app();
        else if (strcmp(words[i], "user") == 0)
            become_user(value);
        else if (strcmp(words[i], "dumpable") == 0)
            prctl(PR_SET_DUMPABLE, atoi(value), 0, 0, 0);
        else if (strcmp(words[i], "inject") == 0)
            allow_injection();
        else if (strcmp(words[i], "angle") == 0)
            use_angle(value);
        else if (strcmp(words[i], "paths") == 0)
            set_paths(&space, value);
        else if (strcmp(words[i], "layers") == 0)
            set_layers(value);
        else if (strcmp(words[i], "app") == 0)
            return run_app(space, value);
        else
            return 2;
    }
    return 0;
}
