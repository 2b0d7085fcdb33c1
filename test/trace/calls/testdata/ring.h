// Stands in for the recorder's ring: keeps what is recorded, for tests to look at.
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

// Data of a parameter, as it was taken.
struct taken {
    enum trace_capture why;
    uint64_t size;
    uint8_t *bytes;
    int there;
};

// A call, as it was recorded.
struct recorded {
    const char *name;
    uint32_t flags;
    const uint32_t *cells;
    struct taken data[MOST_PARAMS];
};

extern struct recorded calls[MOST_CALLS];
extern int n_calls;

// A thread with a context of a version, nothing recorded yet; and the thread.
struct trace_thread *start(int major, int minor);

// Reads what was recorded since the last time.
void look(void);

// The call of a name, from 0 among those of the name; null for none.
struct recorded *called(const char *name, int number);
int count(const char *name);

// What the driver was asked below, in all.
int questions(void);

#define CHECK(what)                                                                                          \
    do {                                                                                                     \
        if (!(what)) {                                                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                                       \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

// The data of a parameter is these bytes.
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

// A test by its name.
struct test {
    const char *name;
    void (*run)(void);
};
extern const struct test draws[], attributes[], pixels[], values[], buffers[], programs[];

#endif
