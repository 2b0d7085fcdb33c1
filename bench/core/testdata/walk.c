// Loads a layer as Android's loader does when an app starts: dlopen, Initialize, and GetProcAddress for each
// name that the loader knows. Prints the time of the first loop over the names in nanoseconds.
//
//     walk LAYER.so NAMES.txt

#include "layer.h"

static struct names names;

static void driver(void) {}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    (void)name;
    return (void *)driver;
}

int main(int argc, char **argv) {
    if (argc != 3) fail("walk LAYER.so NAMES.txt");
    read_names(argv[2], &names);
    get_address_fn get_address = open_layer(argv[1], get_next);
    int64_t start = now();
    int hooked = walk(get_address, &names, (void *)driver);
    int64_t took = now() - start;
    if (!hooked) fail("the layer intercepts nothing");
    printf("%lld\n", (long long)took);
    return 0;
}
