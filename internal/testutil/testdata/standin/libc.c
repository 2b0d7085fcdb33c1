// What layers and Go's runtime ask of Android's libc.so, and other C libraries do not have.

#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = 92 }; // of Android, with the zero

// Go's runtime finds that this is Android 10 or newer, so that it keeps its g in a fixed TLS slot; or,
// without the function, that it is older, so that it takes a key of its own.
#ifndef BEFORE_ANDROID_10
int android_get_device_api_level(void) {
    return 34;
}
#endif

// The properties are in the environment variable PROPERTIES: NAME=VALUE;NAME=VALUE. Those that are not there
// are empty.
int __system_property_get(const char *name, char *value) {
    const char *at = getenv("PROPERTIES");
    size_t length = strlen(name), n = 0;
    while (at != NULL && (strncmp(at, name, length) != 0 || at[length] != '=')) {
        at = strchr(at, ';');
        if (at != NULL) at++;
    }
    if (at != NULL) n = strcspn(at += length + 1, ";");
    if (n > VALUE_SIZE - 1) n = VALUE_SIZE - 1;
    if (n > 0) memcpy(value, at, n);
    value[n] = 0;
    return (int)n;
}
