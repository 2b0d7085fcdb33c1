// A program that calls nearly every function of OpenGL ES 3.2, to compare recorders. It draws offscreen.
#ifndef ES32_H
#define ES32_H

#include <EGL/egl.h>
#include <GLES3/gl32.h>
#include <stddef.h>

enum { SIZE = 32 };

// Parts of the program. Each restores the state that others depend on.
void set_state(void);
void fill_buffers(void);
void make_textures(void);
void make_samplers(void);
void make_framebuffers(void);
void set_uniforms(void);
void query_programs(void);
void set_attributes(void);
void draw(void);
void compute(void);
void feed_back(void);
void query_and_wait(void);
void label(void);
void query_state(void);

// Returns a linked program; exits if a shader has an error.
GLuint link_program(const char *vertex, const char *fragment);
GLuint link_separate(GLenum kind, const char *source);

// A program with attributes 0 to 2 and the uniform colour, and one without either.
extern GLuint painter;

// Exits if the program generated an error.
void want_no_error(const char *where);

#endif
