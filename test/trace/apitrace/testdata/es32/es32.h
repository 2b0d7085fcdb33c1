// A program that calls nearly every function of OpenGL ES 3.2, for recorders to be compared by. It draws off
// screen.
#ifndef ES32_H
#define ES32_H

#include <EGL/egl.h>
#include <GLES3/gl32.h>
#include <stddef.h>

enum { SIZE = 32 };

// Parts of the program. Each leaves the state as it found it, as far as others depend on it.
void set_state(void);
void fill_buffers(void);
void make_textures(void);
void make_samplers(void);
void make_framebuffers(void);
void set_uniforms(void);
void ask_programs(void);
void set_attributes(void);
void draw(void);
void compute(void);
void feed_back(void);
void query_and_wait(void);
void label(void);
void ask(void);

// A linked program; ends the process where there is an error in a shader.
GLuint link_program(const char *vertex, const char *fragment);
GLuint link_separate(GLenum kind, const char *source);

// A program that takes attributes 0 to 2 and uniform colour, and one without either.
extern GLuint painter;

// Ends the process if the app made an error.
void want_no_error(const char *where);

#endif
