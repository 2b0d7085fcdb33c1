/* The configuration of this run. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base.h"

enum { MAX_FILE = 1 << 20 };

struct config config = {
    .release = &loader_releases[RELEASES - 1],
    .list = "",
    .path = "",
    .system = "",
    .driver_egl = DRIVER_EGL,
    .driver_gles = DRIVER_GLES,
    .driver_es1 = DRIVER_ES1,
    .broken = "",
};

static char *read_file(const char *name) {
    char path[4096];
    if (!config.folder || snprintf(path, sizeof path, "%s/%s", config.folder, name) >= (int)sizeof path)
        return NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return NULL;
    char *text = malloc(MAX_FILE);
    ssize_t length = text ? read(file, text, MAX_FILE - 1) : -1;
    close(file);
    if (length < 0) return free(text), NULL;
    text[length] = 0;
    return text;
}

static const struct release *find_release(const char *id) {
    for (int i = 0; i < RELEASES; i++)
        if (strcmp(loader_releases[i].id, id) == 0) return &loader_releases[i];
    return config.release;
}

static bool is_on(const char *value) {
    return strcmp(value, "1") == 0;
}

static void set(const char *key, const char *value) {
    const struct {
        const char *key, **value;
    } texts[] = {
        {"list", &config.list},
        {"path", &config.path},
        {"system", &config.system},
        {"driver_egl", &config.driver_egl},
        {"driver_gles", &config.driver_gles},
        {"driver_es1", &config.driver_es1},
        {"log", &config.log},
        {"break", &config.broken},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i].key) == 0) *texts[i].value = value;
    if (strcmp(key, "release") == 0) config.release = find_release(value);
    if (strcmp(key, "strict") == 0) config.strict = is_on(value);
    if (strcmp(key, "errors") == 0) config.errors = is_on(value);
    if (strcmp(key, "report") == 0) config.report = is_on(value);
    if (strcmp(key, "early") == 0) config.early = is_on(value);
    if (strcmp(key, "driver_swap") == 0) config.driver_swap = is_on(value);
    if (strcmp(key, "chaos") == 0) config.chaotic = true, config.chaos = strtoull(value, NULL, 10);
}

/* Cuts off and returns the next line of a text; null at its end. */
static char *next_line(char **text) {
    char *line = *text;
    if (!*line) return NULL;
    char *end = line + strcspn(line, "\n");
    *text = end + (*end != 0);
    *end = 0;
    return line;
}

static char *cut_value(char *line) {
    char *value = strchr(line, '=');
    if (value) *value++ = 0;
    return value;
}

/* The values are kept for the life of the process. */
void config_read(void) {
    config.folder = secure_getenv("GLESLAYERGEN_RUN");
    char *text = read_file("config");
    for (char *line; text && (line = next_line(&text));) {
        char *value = cut_value(line);
        if (value) set(line, value);
    }
    if (config.log && !*config.log) config.log = NULL;
}

/* Returns the value of a name in a file of the run directory. */
static char *find_value(const char *file, const char *name) {
    char *text = read_file(file), *rest = text, *found = NULL;
    for (char *line; text && !found && (line = next_line(&rest));) {
        char *value = cut_value(line);
        if (value && *value && strcmp(line, name) == 0) found = strdup(value);
    }
    free(text);
    return found;
}

char *config_property(const char *name) {
    return find_value("properties", name);
}

char *config_linker(const char *path) {
    return find_value("linker", path);
}

#ifdef LOADER_TEST
bool rule_broken(const char *rule) {
    size_t length = strlen(rule);
    for (const char *at = config.broken; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, rule, length) == 0) return true;
    return false;
}
#endif
