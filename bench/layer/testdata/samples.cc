// A layer like Android's samples: in each call, a hook looks up its next function by name in a hash map.

#include "signatures.h"

#include <cstring>
#include <string>
#include <unordered_map>

namespace {

typedef void (*function)();

std::unordered_map<std::string, function> functions;

uint32_t get_error() {
    return reinterpret_cast<error_fn>(functions["glGetError"])();
}

void draw(uint32_t mode, int32_t first, int32_t count) {
    reinterpret_cast<draw_fn>(functions["glDrawArrays"])(mode, first, count);
}

void uniform(int32_t location, float v0, float v1, float v2, float v3) {
    reinterpret_cast<uniform_fn>(functions["glUniform4f"])(location, v0, v1, v2, v3);
}

uint32_t choose(uintptr_t dpy, const int32_t *attribs, uintptr_t *configs, int32_t size, int32_t *count) {
    return reinterpret_cast<choose_fn>(functions["eglChooseConfig"])(dpy, attribs, configs, size, count);
}

void image(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height, int32_t border,
           uint32_t format, uint32_t type, uintptr_t pixels) {
    reinterpret_cast<image_fn>(functions["glTexImage2D"])(target, level, internal, width, height, border,
                                                          format, type, pixels);
}

const struct {
    const char *name;
    function hook;
} hooks[] = {
    {"glGetError", reinterpret_cast<function>(get_error)},
    {"glDrawArrays", reinterpret_cast<function>(draw)},
    {"glUniform4f", reinterpret_cast<function>(uniform)},
    {"eglChooseConfig", reinterpret_cast<function>(choose)},
    {"glTexImage2D", reinterpret_cast<function>(image)},
};

} // namespace

extern "C" void AndroidGLESLayer_Initialize(void *, void *(*)(void *, const char *)) {}

extern "C" function AndroidGLESLayer_GetProcAddress(const char *name, function next) {
    for (const auto &h : hooks) {
        if (strcmp(name, h.name) == 0) {
            functions[name] = next;
            return h.hook;
        }
    }
    return next;
}
