/* The list of requested layers (rules 1.1 and 1.3), and the search for a name (rules 1.4 and 1.5). */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "layers.h"

char *search_list(void) {
    if (chaos_hides_list()) return NULL;
    bool reads = (!*config.list || BROKEN("1.1")) && !BROKEN("1.2");
    char *property = reads ? config_property("debug.gles.layers") : NULL;
    return property ? property : strdup(config.list);
}

/* Cuts off and returns the next element of a list, which may be empty; null after the last. */
char *search_element(char **list) {
    char *element = *list;
    if (!element) return NULL;
    char *colon = strchr(element, ':');
    *list = colon ? colon + 1 : NULL;
    if (colon) *colon = 0;
    return element;
}

static char *resolve(const char *joined) {
    if (!BROKEN("1.4")) return realpath(joined, NULL);
    struct stat info;
    return stat(joined, &info) == 0 && S_ISREG(info.st_mode) ? strdup(joined) : NULL;
}

static char *find_in(const char *folder, const char *name) {
    char joined[PATH_MAX];
    if (!BROKEN("1.11")) log_android('I', "Searching %s for GLES layers", folder);
    if (snprintf(joined, sizeof joined, "%s/%s", folder, name) >= (int)sizeof joined) return NULL;
    char *path = resolve(joined);
    if (!path && BROKEN("1.3") &&
        snprintf(joined, sizeof joined, "%s/%s.so", folder, name + strspn(name, " ")) > 0)
        path = resolve(joined);
    if (path && !BROKEN("1.11")) log_android('I', "GLES layer found: %s", path);
    return path;
}

char *search_file(const char *name) {
    char *path = NULL, *list = strdup(config.path), *rest = list, *folder;
    if (*config.system && !BROKEN("1.5")) path = find_in(config.system, name);
    while (!path && (folder = search_element(&rest)))
        if (*folder || !BROKEN("1.10.path")) path = find_in(folder, name);
    if (!path && *config.system && BROKEN("1.5")) path = find_in(config.system, name);
    free(list);
    return path;
}
