// Parses many changed profiles, each from the same seed in each run: no input may be written or read out of
// bounds.
//
//	fuzz FILE COUNT
#include "zz_generated_set_profile.c"

static uint64_t state = 1;

static uint32_t next_number(void) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

// Changes a text: bytes, lengths, and parts of it again.
static size_t change(char *text, size_t length) {
    for (uint32_t n = next_number() % 8; n-- > 0;) {
        size_t at = next_number() % (length + 1), part = next_number() % 64;
        switch (next_number() % 4) {
        case 0:
            text[at] = (char)(1 + next_number() % 255);
            break;
        case 1:
            length = at;
            break;
        case 2:
            if (at + part < length) memmove(text + at, text + at + part, length - at - part), length -= part;
            break;
        default:
            if (length + part < FILE_SIZE - 1 && at + part < length) {
                memmove(text + at + part, text + at, length - at);
                length += part;
            }
        }
    }
    text[length] = 0;
    return length;
}

int main(int argc, char **argv) {
    static char seed[FILE_SIZE], text[FILE_SIZE];
    uint32_t valid = 0;
    if (argc < 3) return 2;
    char *file = read_file(argv[1]);
    if (file == NULL) return 1;
    size_t length = strlen(file);
    memcpy(seed, file, length);
    free(file);
    for (int i = atoi(argv[2]); i > 0; i--) {
        struct parser p = {calloc(1, sizeof *p.profile), ""};
        memcpy(text, seed, length + 1);
        change(text, length);
        if (p.profile == NULL) return 1;
        if (parse_profile(&p, text) == 0) {
            valid++;
            is_hidden(p.profile, "GL_KHR_debug");
        }
        free(p.profile);
    }
    printf("%u valid\n", valid);
    return 0;
}
