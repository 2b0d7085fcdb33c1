#include "../src/behavior.hpp"
#include "zz_generated_check.hpp"
#include "zz_generated_fakedriver.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <pthread.h>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

// Puts the hooks back to forwarding when a test ends.
struct Restore {
    ~Restore() { on_clear = nullptr, on_create = nullptr, initialize_throws = false; }
};

// Sets a variable of the environment for the time of a test.
struct Variable {
    explicit Variable(const char *name, const std::string &value) : name_(name) { setenv(name, value.c_str(), 1); }
    ~Variable() { unsetenv(name_); }
    const char *name_;
};

// A driver for tests in which hooks throw; it keeps what it is told.
struct Told : fake::Driver {
    Told() {
        on_throw = [this](const std::string &name, const std::string &what) { words.push_back(name + ": " + what); };
    }
    std::vector<std::string> words;
};

// Says twice what went wrong.
struct Odd {
    int what;
};

void in_threads(int n, const std::function<void(int)> &run) {
    std::vector<std::thread> threads;
    for (int i = 0; i < n; i++) threads.emplace_back(run, i);
    for (std::thread &t : threads) t.join();
}

} // namespace

// An exception neither loses the command nor does it twice, and switches the hook off for good.
TEST(exceptions) {
    struct Case {
        const char *name;
        std::function<GLuint(const CreateNext &)> hook;
        std::string what;
    };
    const Case cases[] = {
        {"before next", [](const CreateNext &) -> GLuint { throw std::runtime_error("before"); }, "before"},
        {"after next", [](const CreateNext &next) -> GLuint { next(); throw std::runtime_error("after"); }, "after"},
        {"an int", [](const CreateNext &) -> GLuint { throw 7; }, "int"},
        {"a type of the author's", [](const CreateNext &next) -> GLuint { next(); throw Odd{1}; }, "(anonymous namespace)::Odd"},
        {"text", [](const CreateNext &) -> GLuint { throw "text"; }, "char const*"},
        {"out of range", [](const CreateNext &) -> GLuint { return std::vector<GLuint>().at(1); }, ""},
        {"thrown again", [](const CreateNext &next) -> GLuint {
             try {
                 throw std::runtime_error("inside");
             } catch (...) {
                 next();
                 throw;
             }
         }, "inside"},
        {"while another is handled", [](const CreateNext &) -> GLuint {
             try {
                 throw 1;
             } catch (int) {
                 throw std::runtime_error("in a handler");
             }
         }, "in a handler"},
        {"from a function that is called in passing", [](const CreateNext &next) -> GLuint {
             auto guard = std::unique_ptr<int, std::function<void(int *)>>(new int(1), [&](int *p) { delete p; next(); });
             throw std::runtime_error("unwound");
         }, "unwound"},
    };
    for (const Case &c : cases) {
        Restore restore;
        on_create = c.hook;
        Told driver;
        driver.glCreateProgram = [] { return 42u; };
        fake::App app(driver);
        CHECK_EQUAL(app.glCreateProgram(), 42u);
        CHECK_EQUAL(driver.calls("glCreateProgram"), 1);
        CHECK_EQUAL(driver.words.size(), 1u);
        if (!driver.words.empty() && !c.what.empty()) CHECK_EQUAL(driver.words[0], "glCreateProgram: " + c.what);
        on_create = [](const CreateNext &) -> GLuint { check::fail("exceptions", 0, "the hook is still on"); return 0; };
        layer::enable("glCreateProgram", true);
        app.glCreateProgram();
        auto stats = layer::stats("glCreateProgram");
        CHECK(stats && stats->calls == 1 && !stats->on && stats->broken);
    }
}

// What comes up through next came from below: next is not called again.
TEST(exception_through_next) {
    Told driver;
    driver.glCreateProgram = []() -> GLuint { throw std::runtime_error("below"); };
    fake::App app(driver);
    CHECK_EQUAL(app.glCreateProgram(), 0u);
    CHECK_EQUAL(driver.calls("glCreateProgram"), 1);
}

// The driver calls the app back, and the hook of that call throws: its caller does not notice.
TEST(exception_during_next) {
    Restore restore;
    Told driver;
    fake::App *inside = nullptr;
    driver.glCreateProgram = [&] { inside->glClear(1); return 7u; };
    on_clear = [](const ClearNext &, GLbitfield) { throw std::runtime_error("in the hook inside"); };
    fake::App app(driver);
    inside = &app;
    CHECK_EQUAL(app.glCreateProgram(), 7u);
    CHECK_EQUAL(driver.calls("glCreateProgram"), 1);
    CHECK_EQUAL(driver.calls("glClear"), 1);
    CHECK(layer::stats("glCreateProgram")->on);
}

// While the driver runs in place of a hook that threw, the hook of a call inside throws, too.
TEST(exception_in_exception) {
    Restore restore;
    Told driver;
    fake::App *inside = nullptr;
    driver.glCreateProgram = [&] { inside->glClear(1); return 7u; };
    on_create = [](const CreateNext &) -> GLuint { throw 1; };
    on_clear = [](const ClearNext &, GLbitfield) { throw 2; };
    fake::App app(driver);
    inside = &app;
    CHECK_EQUAL(app.glCreateProgram(), 7u);
    CHECK_EQUAL(driver.calls("glCreateProgram"), 1);
    CHECK_EQUAL(driver.calls("glClear"), 1);
    CHECK_EQUAL(driver.words.size(), 2u);
}

TEST(exceptions_in_several_threads) {
    Restore restore;
    on_clear = [](const ClearNext &next, GLbitfield mask) {
        if (mask % 2 == 0) next(mask);
        if (mask % 3 == 0) throw 3;
        throw std::runtime_error("on a thread");
    };
    fake::Driver driver;
    std::atomic<int> told{0};
    driver.on_throw = [&](const std::string &, const std::string &) { told++; };
    fake::App app(driver);
    in_threads(8, [&](int i) {
        for (int n = 0; n < 200; n++) app.glClear(static_cast<GLbitfield>(i));
    });
    CHECK_EQUAL(driver.calls("glClear"), 1600);
    CHECK(told >= 1 && told <= 8);
}

// A thread that ends in a hook, or below it, ends: that is no fault of the hook's.
TEST(thread_ends) {
    Restore restore;
    for (bool below : {false, true}) {
        fake::Driver driver;
        driver.glClear = [&](GLbitfield) { if (below) pthread_exit(nullptr); };
        on_clear = [&](const ClearNext &next, GLbitfield mask) {
            if (!below) pthread_exit(nullptr);
            next(mask);
        };
        fake::App app(driver);
        std::atomic<bool> went_on{false};
        struct Shared { fake::App *app; std::atomic<bool> *went_on; } shared{&app, &went_on};
        pthread_t thread;
        pthread_create(&thread, nullptr, [](void *p) -> void * {
            auto *s = static_cast<Shared *>(p);
            s->app->glClear(1);
            *s->went_on = true;
            return nullptr;
        }, &shared);
        pthread_join(thread, nullptr);
        CHECK(!went_on);
        CHECK_EQUAL(driver.calls("glClear"), below ? 1 : 0);
        CHECK(!layer::stats("glClear")->broken);
    }
}

// What a hook hands to a thread that outlives it.
TEST(next_after_return) {
    Restore restore;
    CreateNext::Function late = nullptr;
    on_create = [&](const CreateNext &next) { late = next.function(); return 5u; };
    fake::Driver driver;
    driver.glCreateProgram = [] { return 9u; };
    fake::App app(driver);
    CHECK_EQUAL(app.glCreateProgram(), 5u);
    CHECK_EQUAL(late(), 9u);
}

TEST(hook_setting) {
    const std::map<std::string, std::pair<int, int>> settings = {
        {"", {1, 1}}, {"-gl*", {0, 0}}, {"-glClear", {0, 1}}, {"-gl*,+glClear", {1, 0}}, {"+glClear,-glC*", {0, 0}},
        {"-glCreate?rogram", {1, 0}}, {"-egl*,,-*Clear,glFoo", {0, 1}}, {"-*", {0, 0}}, {" -glClear , -glCreate*\t", {0, 0}},
        {"- glClear", {1, 1}}, {"-glClea", {1, 1}},
    };
    for (const auto &[setting, want] : settings) {
        Variable variable("GLESLAYER_HOOKS", setting);
        fake::Driver driver;
        fake::App app(driver);
        app.glClear(0);
        app.glCreateProgram();
        CHECK_EQUAL(layer::stats("glClear")->calls, static_cast<unsigned>(want.first));
        CHECK_EQUAL(layer::stats("glCreateProgram")->calls, static_cast<unsigned>(want.second));
        CHECK_EQUAL(driver.calls("glClear"), 1);
    }
}

TEST(initialize) {
    Variable greeting("GLESLAYER_GREETING", "hello");
    initialized.clear();
    fake::Driver driver;
    fake::App app(driver);
    CHECK(initialized == std::vector<std::string>{"hello"});
    CHECK(!layer::setting("nobody-set-this"));
}

// Without its set-up, the layer goes on.
TEST(initialize_throws) {
    Restore restore;
    initialize_throws = true;
    Told driver;
    fake::App app(driver);
    app.glClear(1);
    CHECK(driver.words == std::vector<std::string>{"initialize: not now"});
    CHECK_EQUAL(driver.calls("glClear"), 1);
    CHECK_EQUAL(layer::stats("glClear")->calls, 1u);
}

// A hook is switched on and off while eight threads call it: no call is lost.
TEST(switching_under_load) {
    fake::Driver driver;
    fake::App app(driver);
    std::atomic<bool> stop{false};
    std::thread switcher([&] {
        for (bool on = false; !stop; on = !on) layer::enable("glClear", on);
    });
    in_threads(8, [&](int) {
        for (int n = 0; n < 5000; n++) app.glClear(0);
    });
    stop = true;
    switcher.join();
    CHECK_EQUAL(driver.calls("glClear"), 40000);
    CHECK(!layer::enable("glNothing", true));
    CHECK(!layer::stats("glNothing"));
}

TEST(attribs) {
    const EGLint list[] = {EGL_SAMPLES, 1, EGL_DEPTH_SIZE, 24, EGL_SAMPLES, 2, EGL_NONE};
    layer::Attribs attribs(list);
    CHECK_EQUAL(attribs.size(), 6u);
    CHECK_EQUAL(attribs.find(EGL_SAMPLES).value_or(0), 2);
    CHECK(!attribs.find(EGL_ALPHA_SIZE));
    attribs.set(EGL_SAMPLES, 4);
    const EGLint want[] = {EGL_DEPTH_SIZE, 24, EGL_SAMPLES, 4, EGL_NONE};
    CHECK_EQUAL(attribs.size(), 4u);
    CHECK_EQUAL(std::memcmp(attribs.data(), want, sizeof want), 0);
    attribs.remove(EGL_DEPTH_SIZE), attribs.remove(EGL_SAMPLES), attribs.remove(EGL_SAMPLES);
    CHECK_EQUAL(attribs.data()[0], EGL_NONE);
    CHECK_EQUAL(layer::Attribs<EGLAttrib>(nullptr).size(), 0u);
    std::vector<EGLAttrib> endless(5000, 1);
    CHECK_EQUAL(layer::Attribs(endless.data()).size(), 1024u);
}

TEST(groups) {
    CHECK_EQUAL(group::PrimitiveType.name(GL_POINTS), "GL_POINTS");
    CHECK_EQUAL(group::PrimitiveType.name(0x9999), "0x9999");
    CHECK_EQUAL(group::ClearBufferMask.names(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | 1), "GL_DEPTH_BUFFER_BIT|GL_COLOR_BUFFER_BIT|0x0001");
    CHECK_EQUAL(group::ClearBufferMask.names(0), "0");
    CHECK_EQUAL(group::EGLConfigAttrib.name(EGL_SAMPLES), "EGL_SAMPLES");
}

TEST(extensions) {
    fake::Driver driver;
    fake::App app(driver);
    auto text = [](const char *s) { return reinterpret_cast<const GLubyte *>(s); };
    driver.glGetString = [&](GLenum name) { return text(name == GL_EXTENSIONS ? "GL_KHR_debug_not GL_OES_x GL_KHR_debug" : ""); };
    driver.eglQueryString = [](EGLDisplay dpy, EGLint) { return dpy == EGL_NO_DISPLAY ? "EGL_EXT_client" : "EGL_KHR_x "; };
    CHECK(!layer::has_extension("GL_KHR_debug")); // no context
    driver.eglGetCurrentContext = [] { return reinterpret_cast<EGLContext>(7); };
    CHECK(layer::has_extension("GL_KHR_debug") && layer::has_extension("GL_OES_x"));
    CHECK(!layer::has_extension("GL_KHR") && !layer::has_extension("OES_x") && !layer::has_extension(""));
    CHECK(layer::has_extension(EGL_NO_DISPLAY, "EGL_EXT_client") && !layer::has_extension(EGL_NO_DISPLAY, "EGL_KHR_x"));
    CHECK(layer::has_extension(reinterpret_cast<EGLDisplay>(1), "EGL_KHR_x"));
}

TEST(frames) {
    fake::Driver driver;
    driver.eglGetCurrentContext = [] { return reinterpret_cast<EGLContext>(7); };
    fake::App app(driver);
    layer::PerFrame once;
    CHECK(once.first() && !once.first());
    app.eglSwapBuffers(nullptr, nullptr);
    CHECK_EQUAL(layer::frame(), 1u);
    std::atomic<int> first{0};
    in_threads(4, [&](int) { first += once.first(); });
    CHECK_EQUAL(first, 1);
    CHECK_EQUAL(layer::current_context(), reinterpret_cast<EGLContext>(7));
    CHECK(layer::thread_id() != 0);
}

TEST(calls_below) {
    fake::Driver driver;
    driver.glGetError = [] { return 3u; };
    fake::App app(driver);
    CHECK_EQUAL(below::glGetError(), 3u);
    CHECK_EQUAL(driver.calls("glGetError"), 1);
}
