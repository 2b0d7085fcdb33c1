// Hooks of a layer in C++, which test/androidroot builds with android/sysroot/testdata/cxx.cc.
#include "zz_generated_hooks.hpp"

#include <map>
#include <mutex>
#include <string>
#include <vector>

extern "C" int all(const char *how);

struct Frames {
    ~Frames() { layer::log("destroyed after %d frames", count); }
    int count = 0;
};

static std::mutex mutex;
static std::map<std::string, std::vector<GLbitfield>> masks;
static Frames frames;

void hooks::initialize() {
    layer::log("set up: %s", layer::setting("tag").value_or("none").c_str());
}

void hooks::glClear(layer::Next<next_glClear> next, GLbitfield mask) {
    static const int failures = [] {
        int count = all(nullptr);
        layer::log("%d failures", count);
        return count;
    }();
    std::lock_guard<std::mutex> guard(mutex);
    if (failures == 0) masks[group::ClearBufferMask.names(mask)].push_back(mask);
    next(mask);
}

EGLBoolean hooks::eglSwapBuffers(layer::Next<next_eglSwapBuffers> next, EGLDisplay dpy, EGLSurface surface) {
    std::lock_guard<std::mutex> guard(mutex);
    std::string text = "frame " + std::to_string(++frames.count) + ":";
    for (const auto &[name, values] : masks) text += " " + name + " " + std::to_string(values.size());
    layer::log("%s", text.c_str());
    return next(dpy, surface);
}
