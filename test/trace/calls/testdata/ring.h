// Replaces the recorder's ring: keeps recorded calls for the tests.
#ifndef TEST_RING_H
#define TEST_RING_H

#include "zz_generated_arrays.h"
#include "zz_generated_buffers.h"
#include "zz_generated_calls.h"
#include "zz_generated_fakedriver.h"
#include "zz_generated_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMS = 16, MOST_CALLS = 1024 };

enum { COPIES = 2 << 20 }; // bytes for copies of buffers

// Captured data of a parameter.
struct taken {
    enum trace_capture why;
    uint64_t size;
    uint8_t *bytes;
    int there;
};

// A recorded call.
struct recorded {
    const char *name;
    uint32_t flags;
    const uint32_t *cells;
    struct taken data[MOST_PARAMS];
};

extern struct recorded calls[MOST_CALLS];
extern int n_calls;

// Starts a thread with a context of a version and no recorded calls, and returns the thread.
struct trace_thread *start(int major, int minor);

// Reads what was recorded since the previous call.
void read_calls(void);

// Returns the n-th call of a function, from 0, or NULL.
struct recorded *called(const char *name, int number);
int count(const char *name);

// Total number of driver queries.
int questions(void);

#define CHECK(what)                                                                                          \
    do {                                                                                                     \
        if (!(what)) {                                                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                                       \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

// Checks that the data of a parameter is these bytes.
#define CHECK_BYTES(call, param, expected, length)                                                           \
    do {                                                                                                     \
        struct recorded *c_ = (call);                                                                        \
        CHECK(c_ != NULL);                                                                                   \
        struct taken *d_ = &c_->data[param];                                                                 \
        CHECK(d_->there && d_->why == CAPTURE_DATA);                                                         \
        CHECK(d_->size == (uint64_t)(length));                                                               \
        CHECK((length) == 0 || memcmp(d_->bytes, expected, (size_t)(length)) == 0);                          \
    } while (0)

#define CHECK_WHY(call, param, reason)                                                                       \
    do {                                                                                                     \
        struct recorded *c_ = (call);                                                                        \
        CHECK(c_ != NULL && c_->data[param].there && c_->data[param].why == (reason));                       \
    } while (0)

// A test and its name.
struct test {
    const char *name;
    void (*run)(void);
};
extern const struct test draws[], attributes[], pixels[], values[], buffers[], programs[], gpu_times[],
    hardware_buffers[];

#endif
