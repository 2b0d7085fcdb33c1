// Loads a layer as Android's loader does, waits, and prints by how many bytes the memory of the process has
// grown: "rss" is all resident memory, "anonymous" is the memory that no file backs.
//
//     footprint LAYER.so NAMES.txt

#include "layer.h"

enum { SETTLE_MS = 200 };

static struct names names;

static void driver(void) {}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    (void)name;
    return (void *)driver;
}

struct memory {
    long rss, anonymous; // KiB
};

// Reads the kernel's sums over all mappings of this process.
static struct memory look(void) {
    struct memory m = {-1, -1};
    char line[256];
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    if (!file) fail("no /proc/self/smaps_rollup");
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "Rss:", 4) == 0) m.rss = strtol(line + 4, NULL, 10);
        if (strncmp(line, "Anonymous:", 10) == 0) m.anonymous = strtol(line + 10, NULL, 10);
    }
    fclose(file);
    if (m.rss < 0 || m.anonymous < 0) fail("smaps_rollup has other lines");
    return m;
}

int main(int argc, char **argv) {
    if (argc != 3) fail("footprint LAYER.so NAMES.txt");
    read_names(argv[2], &names);
    look(); // so that memory for reading the sums is already allocated
    struct memory before = look();
    if (!walk(open_layer(argv[1], get_next), &names, (void *)driver)) fail("the layer intercepts nothing");
    nanosleep(&(struct timespec){.tv_nsec = SETTLE_MS * 1000000L}, NULL);
    struct memory after = look();
    printf("rss %ld\nanonymous %ld\n", (after.rss - before.rss) * 1024,
           (after.anonymous - before.anonymous) * 1024);
    return 0;
}
