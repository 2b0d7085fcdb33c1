// An app and a driver that pass numbers as pointers, as Android and buffer objects do: displays and configs
// that are small integers, and offsets.

#include "zz_generated_types.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef void (*fn)(void);

static int wrong;

static void expect(const char *what, const void *got, uintptr_t expected) {
    if ((uintptr_t)got == expected) return;
    printf("wrong: %s: expected %lu, got %lu\n", what, (unsigned long)expected,
           (unsigned long)(uintptr_t)got);
    wrong = 1;
}

static void *number(uintptr_t n) {
    return (void *)n;
}

// --- driver

static EGLBoolean choose_config(EGLDisplay dpy, const EGLint *attribs, EGLConfig *configs, EGLint size,
                                EGLint *count) {
    expect("dpy of eglChooseConfig", dpy, 1);
    expect("attrib_list of eglChooseConfig", attribs, 0);
    for (EGLint i = 0; i < size; i++) configs[i] = number(i + 1);
    *count = size;
    return 1;
}

static EGLImage create_image(EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                             const EGLAttrib *attribs) {
    (void)target;
    expect("dpy of eglCreateImage", dpy, 1);
    expect("ctx of eglCreateImage", ctx, 0);
    expect("buffer of eglCreateImage", buffer, 5);
    expect("attrib_list of eglCreateImage", attribs, 0);
    return number(7);
}

static void draw_elements(GLenum mode, GLsizei count, GLenum type, const void *indices) {
    (void)mode, (void)count, (void)type;
    expect("indices of glDrawElements", indices, 4095);
}

static void multi_draw_elements(GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                                GLsizei draws) {
    (void)mode, (void)type;
    expect("primcount of glMultiDrawElementsEXT", number(draws), 3);
    expect("count[2] of glMultiDrawElementsEXT", number(count[2]), 30);
    expect("indices[0] of glMultiDrawElementsEXT", indices[0], 12);
    expect("indices[1] of glMultiDrawElementsEXT", indices[1], 40);
    expect("indices[2] of glMultiDrawElementsEXT", indices[2], 4095);
}

static void vertex_attrib_pointer(GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride,
                                  const void *pointer) {
    (void)index, (void)size, (void)type, (void)normalized, (void)stride;
    expect("pointer of glVertexAttribPointer", pointer, 12);
}

// --- app

static void *layer;

static fn hooked(const char *name, fn next) {
    void *(*get_proc_address)(const char *, void *);
    *(void **)&get_proc_address = dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    fn trampoline = (fn)get_proc_address(name, (void *)next);
    if (trampoline == next) printf("wrong: %s is not intercepted\n", name), wrong = 1;
    return trampoline;
}

#define HOOKED(name, next) ((__typeof__(&(next)))hooked(name, (fn)(next)))

static void frame(void) {
    EGLConfig configs[3] = {0};
    EGLint found = 0;
    expect("result of eglChooseConfig",
           number(HOOKED("eglChooseConfig", choose_config)(number(1), NULL, configs, 3, &found)), 1);
    expect("num_config", number(found), 3);
    for (int i = 0; i < 3; i++) expect("a config", configs[i], i + 1);
    expect("the image", HOOKED("eglCreateImage", create_image)(number(1), NULL, 0, number(5), NULL), 7);
    HOOKED("glVertexAttribPointer", vertex_attrib_pointer)(0, 4, 0x1406, 0, 16, number(12));
    HOOKED("glDrawElements", draw_elements)(4, 3, 0x1403, number(4095));
    const GLsizei count[] = {10, 20, 30};
    const void *const offsets[] = {number(12), number(40), number(4095)};
    HOOKED("glMultiDrawElementsEXT", multi_draw_elements)(4, count, 0x1403, offsets, 3);
}

int main(int argc, char **argv) {
    layer = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (layer == NULL) {
        printf("cannot load the layer: %s\n", dlerror());
        return 2;
    }
    void (*initialize)(void *, void *);
    *(void **)&initialize = dlsym(layer, "AndroidGLESLayer_Initialize");
    initialize(layer, NULL);
    for (int i = 0; i < 20; i++) frame();
    puts("done");
    return wrong;
}
