#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert2(__FILE__, __LINE__, __func__, #condition))
#endif
#ifndef __cplusplus
#define static_assert _Static_assert
#endif
