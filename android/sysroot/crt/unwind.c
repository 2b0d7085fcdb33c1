// The functions of unwind.h that layers use, in place of the NDK's libunwind. They follow frame pointers, so
// that they skip functions without one; they read only the stack of the thread. unwind.h declares them as
// visible; the version script of a layer hides them.
#include <pthread.h>
#include <stdint.h>
#include <unwind.h>

struct frame { // as compilers store it
    struct frame *outer;
    uintptr_t return_address;
};

struct _Unwind_Context {
    uintptr_t pc;
};

_Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn visit, void *data) {
    pthread_attr_t attributes;
    void *base = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return _URC_END_OF_STACK;
    pthread_attr_getstack(&attributes, &base, &size);
    pthread_attr_destroy(&attributes);
    uintptr_t low = (uintptr_t)base, high = low + size;
    uintptr_t at = (uintptr_t)__builtin_frame_address(0);
    while (at >= low && at % sizeof at == 0 && at + sizeof(struct frame) <= high) {
        const struct frame *frame = (const struct frame *)at;
        struct _Unwind_Context context = {frame->return_address};
        if (context.pc == 0 || visit(&context, data) != _URC_NO_REASON) break;
        low = at + sizeof *frame; // outer frames are above
        at = (uintptr_t)frame->outer;
    }
    return _URC_END_OF_STACK;
}

#if defined(__arm__)
_Unwind_VRS_Result _Unwind_VRS_Get(struct _Unwind_Context *context, _Unwind_VRS_RegClass class,
                                   uint32_t number, _Unwind_VRS_DataRepresentation form, void *value) {
    if (class != _UVRSC_CORE || number != 15 || form != _UVRSD_UINT32) return _UVRSR_FAILED;
    *(uint32_t *)value = context->pc;
    return _UVRSR_OK;
}
#else
uintptr_t _Unwind_GetIP(struct _Unwind_Context *context) {
    return context->pc;
}
#endif
