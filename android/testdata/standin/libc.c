// A libc.so in which Go's runtime finds that this is Android 10 or newer, so that it keeps its g in a fixed
// TLS slot; or, without the function, that it is older, so that it takes a key of its own.

#ifdef BEFORE_ANDROID_10
int libc_of_android;
#else
int android_get_device_api_level(void) {
    return 34;
}
#endif
