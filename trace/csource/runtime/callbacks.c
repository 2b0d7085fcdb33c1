// Replaces the functions of the recorded program that the driver calls.
static void callback(void) {}
