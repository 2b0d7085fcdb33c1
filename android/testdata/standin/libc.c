// A libc.so in which Go's runtime finds that this is Android 10 or newer, so that it keeps its g in a fixed
// TLS slot.

int android_get_device_api_level(void) {
    return 34;
}
