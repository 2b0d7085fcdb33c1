/* The commands by which a test case controls the program and the layers:
 *
 *     NAME:ARG:ARG     calls a function, which `find` returns; @V is the function in a variable
 *     ?NAME ~NAME %NAME   the same, and writes the result: a number, a string, or the owner of a function
 *     V=NAME           the same, and stores the result in a variable of the process
 *     thread{ ... }    runs commands on a new thread, and waits for it
 *     fork{ ... }      the same in a new process
 *
 * An argument is a number, 'text (in which a plus stands for a colon), @V for a variable, & for some memory,
 * or [1,2,3] for a list that EGL_NONE ends. */
#ifndef WORDS_H
#define WORDS_H

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>

#include "say.h"

typedef intptr_t word_fn(intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t);

/* WHO is the name of the program or layer, which defines it. It also defines: */
static void *find(const char *name);

/* The program has the variables. Layers get their address from the environment. The values are not in the
 * environment, because another thread must not read it while a thread changes it. */
struct variables {
    pthread_mutex_t lock;
    struct {
        char name[64];
        intptr_t value;
    } all[32];
};

static struct variables *variables(void) {
    const char *address = getenv("VARIABLES");
    return (struct variables *)strtoull(address ? address : "", NULL, 0);
}

/* Returns the place of a variable's value; a new variable takes a free place. */
static intptr_t *value_of(struct variables *in, const char *variable) {
    for (size_t i = 0; i < sizeof in->all / sizeof *in->all; i++) {
        char *name = in->all[i].name;
        if (!*name) snprintf(name, sizeof in->all->name, "%s", variable);
        if (strcmp(name, variable) == 0) return &in->all[i].value;
    }
    abort();
}

static void keep(const char *variable, intptr_t value) {
    struct variables *in = variables();
    if (!in) return; // another program, which has no variables
    pthread_mutex_lock(&in->lock);
    *value_of(in, variable) = value;
    pthread_mutex_unlock(&in->lock);
}

static intptr_t kept(const char *variable) {
    struct variables *in = variables();
    if (!in) return 0;
    pthread_mutex_lock(&in->lock);
    intptr_t value = *value_of(in, variable);
    pthread_mutex_unlock(&in->lock);
    return value;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the owner of a function: "driver glClear", "public glClear" of the replaced libraries, "loader", or
 * the layer's file. */
static const char *owner_of(void *address) {
    static _Thread_local char text[256];
    Dl_info info;
    if (!address) return "NULL";
    if (!dladdr(address, &info)) return "nobody";
    const char *symbol = info.dli_saddr == address && info.dli_sname ? info.dli_sname : NULL;
    const char *file = base_name(info.dli_fname), *driver = getenv("DRIVER");
    bool ours = strncmp(info.dli_fname, driver, strlen(driver)) == 0;
    if (strncmp(file, "lib", 3) != 0)
        return snprintf(text, sizeof text, "%.*s", (int)strcspn(file, "."), file), text;
    if (!ours && !symbol) return "loader";
    return snprintf(text, sizeof text, "%s %s", ours ? "driver" : "public", symbol ? symbol : "query"), text;
}

/* Lists are never freed. */
static intptr_t list_of(char *text) {
    int32_t *list = calloc(32, sizeof *list);
    int count = 0;
    for (; *text && *text != ']' && count < 31;
         text += strcspn(text, ",]") + (text[strcspn(text, ",]")] == ','))
        list[count++] = (int32_t)strtol(text, NULL, 0);
    list[count] = 0x3038;
    return (intptr_t)list;
}

/* Neither are strings. */
static intptr_t text_of(const char *text) {
    char *copy = strdup(text);
    for (char *plus = copy; (plus = strchr(plus, '+'));) *plus = ':';
    return (intptr_t)copy;
}

static intptr_t argument(char *text) {
    static char memory[256];
    switch (*text) {
    case '\'':
        return text_of(text + 1);
    case '@':
        return kept(text + 1);
    case '&':
        return (intptr_t)memory;
    case '[':
        return list_of(text + 1);
    default:
        return (intptr_t)strtoll(text, NULL, 0);
    }
}

static intptr_t call_word(char *text) {
    intptr_t arguments[7] = {0};
    char *rest = NULL, *name = strtok_r(text, ":", &rest), *next;
    for (int i = 0; i < 7 && (next = strtok_r(NULL, ":", &rest)); i++) arguments[i] = argument(next);
    void *address = *name == '@' ? (void *)kept(name + 1) : find(name);
    if (!address) return say("%s has no %s", WHO, name), 0;
    word_fn *function;
    memcpy(&function, &address, sizeof function);
    return function(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5],
                    arguments[6]);
}

static void tell(char kind, const char *name, intptr_t result) {
    int length = (int)strcspn(name, ":");
    if (kind == '?') say("%s %.*s = %#x", WHO, length, name, (unsigned)result);
    if (kind == '~') say("%s %.*s = %s", WHO, length, name, result ? (const char *)result : "NULL");
    if (kind == '%') say("%s %s = %s", WHO, name, owner_of((void *)result));
}

static void run_word(const char *word) {
    char text[512], kind = strchr("?~%", *word) ? *word : 0;
    snprintf(text, sizeof text, "%s", word + (kind != 0));
    char *assigned = strchr(text, '=');
    if (assigned) *assigned++ = 0;
    intptr_t result = call_word(assigned ? assigned : text);
    if (assigned) keep(text, result);
    tell(kind, word + 1, result);
}

static int run_words(char **words);

static void *run_thread(void *words) {
    return run_words(words), NULL;
}

static void on_thread(char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, run_thread, words);
    pthread_join(thread, NULL);
}

static void in_fork(char **words) {
    pid_t child = fork();
    if (child == 0) run_words(words), _exit(0);
    waitpid(child, NULL, 0);
}

/* Returns the number of commands before the one that ends a thread's block, or of all commands. */
static int run_words(char **words) {
    int i = 0;
    for (; words[i] && strcmp(words[i], "}") != 0; i++) {
        bool threads = strcmp(words[i], "thread{") == 0, forks = strcmp(words[i], "fork{") == 0;
        if (!threads && !forks) {
            run_word(words[i]);
            continue;
        }
        (threads ? on_thread : in_fork)(&words[i + 1]);
        while (strcmp(words[i], "}") != 0) i++;
    }
    return i;
}

/* Functions of both the program and layers besides EGL and GL. */
static intptr_t same(const void *a, const void *b) {
    return say("%s %s", WHO, a == b ? "same" : "different"), 0;
}

/* The file of properties is replaced as a whole, as editors and the loader do. */
static intptr_t property(const char *name, const char *value) {
    char path[4096], draft[4200];
    snprintf(path, sizeof path, "%s/properties", getenv("GLESLAYERGEN_RUN"));
    snprintf(draft, sizeof draft, "%s.new", path);
    FILE *file = fopen(draft, "w");
    if (!file || fprintf(file, "%s=%s\n", name, value) < 0 || fclose(file) != 0) abort();
    return rename(draft, path);
}

/* Returns the number in memory; stores 0 afterward. */
static intptr_t number(int32_t *memory) {
    int32_t value = *memory;
    *memory = 0;
    return value;
}

/* Waits a limited time until the transcript contains the text. */
static intptr_t await(const char *text) {
    char content[1 << 16];
    for (int i = 0; i < 6000; i++, usleep(10000)) {
        int file = open(getenv("TRANSCRIPT"), O_RDONLY | O_CLOEXEC);
        ssize_t length = read(file, content, sizeof content - 1);
        close(file);
        if (length < 0) abort();
        content[length] = 0;
        if (strstr(content, text)) return 1;
    }
    return say("%s waits in vain for %s", WHO, text), 0;
}

static void *find_common(const char *name) {
    if (strcmp(name, "same") == 0) return (void *)same;
    if (strcmp(name, "number") == 0) return (void *)number;
    if (strcmp(name, "property") == 0) return (void *)property;
    if (strcmp(name, "rename") == 0) return (void *)rename;
    if (strcmp(name, "setenv") == 0) return (void *)setenv;
    if (strcmp(name, "await") == 0) return (void *)await;
    if (strcmp(name, "close") == 0) return (void *)close;
    if (strcmp(name, "open") == 0) return (void *)open;
    if (strcmp(name, "raise") == 0) return (void *)raise;
    if (strncmp(name, "public.", 7) == 0) return dlsym(RTLD_DEFAULT, name + 7);
    return NULL;
}

#endif
