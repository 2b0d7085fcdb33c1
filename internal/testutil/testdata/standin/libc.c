// The functions of Android's libc.so that layers and Go's runtime use, and that other C libraries do not
// have.

#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = 92 }; // PROP_VALUE_MAX of Android, including the zero byte

// If this function exists, Go's runtime assumes Android 10 or newer, and stores its g in a fixed TLS slot.
// Otherwise it assumes an older release, and creates a thread key.
#ifndef BEFORE_ANDROID_10
int android_get_device_api_level(void) {
    return 34;
}
#endif

// The environment variable PROPERTIES has the properties: NAME=VALUE;NAME=VALUE. All others are empty.
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
