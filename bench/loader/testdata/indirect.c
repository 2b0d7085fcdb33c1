// A function that does next to nothing, in a shared object of its own: the reference for what a call takes.

static volatile int sink;

void indirect(int value) {
    sink = value;
}
