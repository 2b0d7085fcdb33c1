// An offset into the buffer that is bound, where the function has a pointer.
#define OFFSET(bytes) ((void *)(uintptr_t)(bytes))
