#include "zz_generated_hooks.hpp"

#include <functional>
#include <string>
#include <vector>

using ClearNext = layer::Next<next_glClear>;
using CreateNext = layer::Next<next_glCreateProgram>;

extern std::function<void(const ClearNext &, GLbitfield)> on_clear;
extern std::function<GLuint(const CreateNext &)> on_create;
extern std::vector<std::string> initialized;
extern bool initialize_throws;
