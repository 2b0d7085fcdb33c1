// What the program draws with: shapes, textures, matrices and shaders.
#ifndef ORBIT_SHAPES_H
#define ORBIT_SHAPES_H

#include <GLES3/gl32.h>

struct shape {
    GLuint array, vertices, indices;
    GLsizei count;
};

struct matrix {
    float m[16]; // column-major
};

struct shape ball(void);
struct shape ground(void);
GLuint bricks(void); // with mipmaps
GLuint marble(void); // compressed: ETC2
GLuint link_program(const char *vertex, const char *fragment, const char *label);

struct matrix times(struct matrix a, struct matrix b);
struct matrix perspective(float height, float ratio, float near, float far);
struct matrix box(float half, float near, float far);
struct matrix look_at(const float eye[3], const float at[3]);
struct matrix place(float x, float y, float z, float size);

#endif
