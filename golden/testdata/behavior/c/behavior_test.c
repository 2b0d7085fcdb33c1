// The documented behavior of a layer in C alone.

#include "../src/behavior.h"
#include "zz_generated_fakedriver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition);                         \
            failed++;                                                                                        \
        }                                                                                                    \
    } while (0)

static struct layer_stats stats(const char *command) {
    struct layer_stats got = {0};
    layer_get_stats((uint32_t)layer_find(command), &got);
    return got;
}

static void enable(const char *command, int on) {
    layer_enable((uint32_t)layer_find(command), on);
}

static void clear_twice(next_glClear next, GLbitfield mask) {
    next(mask);
    next(mask);
}

static void keep(next_glClear next, GLbitfield mask) {
    (void)next;
    (void)mask;
}

// A hook calls next any number of times; without hook_glClear, the driver gets the call once.
static void test_next(void) {
    fake_load();
    on_clear = clear_twice;
    fake_app.glClear(1);
    CHECK(fake_calls("glClear") == 2);
    on_clear = keep;
    fake_app.glClear(1);
    CHECK(fake_calls("glClear") == 2);
    on_clear = NULL;
    fake_app.glClear(1);
    CHECK(fake_calls("glClear") == 3);
    CHECK(stats("glClear").calls == 3 && stats("glClear").on);
}

static GLuint create(void) {
    return 42;
}

// Functions under use: reach the driver, and the results of the driver reach the app.
static void test_use(void) {
    fake_driver.glCreateProgram = create;
    fake_load();
    CHECK(fake_app.glCreateProgram() == 42);
    CHECK(fake_calls("glFlush") == 1);
    fake_driver.glCreateProgram = NULL;
    CHECK(fake_app.glCreateProgram() == 0);
}

// A hook that is off does not run, and is not counted.
static void test_enable(void) {
    fake_load();
    on_clear = keep;
    enable("glClear", 0);
    fake_app.glClear(1);
    CHECK(fake_calls("glClear") == 1);
    CHECK(stats("glClear").calls == 0 && !stats("glClear").on);
    enable("glClear", 1);
    fake_app.glClear(1);
    CHECK(fake_calls("glClear") == 1 && stats("glClear").calls == 1);
    layer_break((uint32_t)layer_find("glClear"));
    enable("glClear", 1);
    fake_app.glClear(1);
    CHECK(fake_calls("glClear") == 2 && stats("glClear").broken);
    on_clear = NULL;
}

// The settings hooks and greeting come from the environment, when the layer is initialized.
static void test_settings(void) {
    setenv("GLESLAYER_GREETING", "hello, world, and more", 1);
    setenv("GLESLAYER_HOOKS", "-glClear", 1);
    initialized = 0;
    fake_load();
    CHECK(initialized == 1 && strcmp(greeting, "hello, world, a") == 0);
    CHECK(!stats("glClear").on && stats("glCreateProgram").on);
    unsetenv("GLESLAYER_GREETING");
    unsetenv("GLESLAYER_HOOKS");
    fake_load();
    CHECK(initialized == 2 && strcmp(greeting, "none") == 0 && stats("glClear").on);
}

// Each swap ends a frame.
static void test_frames(void) {
    fake_load();
    uint64_t before = *layer_frames();
    for (int i = 0; i < 130; i++) fake_app.eglSwapBuffers(NULL, NULL);
    CHECK(*layer_frames() == before + 130);
    CHECK(fake_calls("eglSwapBuffers") == 130);
}

// The driver's function answers for other names, and the trampoline only for names that the layer intercepts.
static void test_look_up(void) {
    int other;
    CHECK(AndroidGLESLayer_GetProcAddress("glFinish", &other) == &other);
    CHECK(AndroidGLESLayer_GetProcAddress("glClear", NULL) == NULL);
    CHECK(layer_find("glFinish") < 0 && strcmp(layer_name((uint32_t)layer_find("glClear")), "glClear") == 0);
}

static void *call(void *unused) {
    for (int i = 0; i < 1000; i++) {
        fake_app.glClear(1);
        enable("glClear", i % 2);
        fake_app.glCreateProgram();
    }
    return unused;
}

// Hooks run on several threads at a time, while others are switched: no call is lost.
static void test_threads(void) {
    pthread_t threads[4];
    fake_load();
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, call, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    CHECK(fake_calls("glClear") == 4000 && fake_calls("glCreateProgram") == 4000);
}

int main(void) {
    test_next();
    test_use();
    test_enable();
    test_settings();
    test_frames();
    test_look_up();
    test_threads();
    printf("%d checks failed\n", failed);
    return failed > 0;
}
