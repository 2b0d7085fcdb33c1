// A function that does almost nothing, in a shared object of its own: the reference for the time of a call.

static volatile int sink;

void indirect(int value) {
    sink = value;
}
