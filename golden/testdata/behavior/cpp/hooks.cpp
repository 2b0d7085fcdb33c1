#include "behavior.hpp"

#include <stdexcept>

// Each hook does what the test at hand asks of it.
std::function<void(const ClearNext &, GLbitfield)> on_clear;
std::function<GLuint(const CreateNext &)> on_create;
std::vector<std::string> initialized;
bool initialize_throws;

void hooks::initialize() {
    if (initialize_throws) throw std::runtime_error("not now");
    if (auto greeting = layer::setting("greeting")) initialized.push_back(*greeting);
    if (layer_lookup("glFlush") == nullptr || layer_lookup("glNothing") != nullptr) throw std::logic_error("the look-up answers wrongly");
}

void hooks::glClear(ClearNext next, GLbitfield mask) {
    if (on_clear) return on_clear(next, mask);
    next(mask);
}

GLuint hooks::glCreateProgram(CreateNext next) { return on_create ? on_create(next) : next(); }

void hooks::glShaderSource(layer::Next<next_glShaderSource> next, GLuint shader, GLsizei count, const GLchar *const *string,
                           const GLint *length) {
    next(shader, count, string, length);
}
