static const char *data_directory = DATA_DIRECTORY; // or that of --data

// Returns the content of a file of the table, which is read once.
static void *data(int number) {
    static void *contents[sizeof files / sizeof *files];
    char path[4096];
    if (contents[number] != NULL) return contents[number];
    snprintf(path, sizeof path, "%s/%s", data_directory, files[number].name);
    FILE *f = fopen(path, "rb");
    if (f == NULL) fail("cannot open (change the directory, or add --data DIR)", path);
    contents[number] = calloc(1, files[number].size);
    if (contents[number] == NULL) fail("out of memory", path);
    if (fread(contents[number], 1, files[number].size, f) != files[number].size) fail("too short", path);
    fclose(f);
    return contents[number];
}
