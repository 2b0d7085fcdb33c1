#include "shapes.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { RINGS = 24, PARTS = 48, SIDE = 128, BLOCKS = 32 };

static struct shape shape_of(const float *vertices, size_t bytes, const uint16_t *indices, GLsizei count,
                             const char *label) {
    struct shape s = {.count = count};
    glGenVertexArrays(1, &s.array);
    glBindVertexArray(s.array);
    glGenBuffers(1, &s.vertices);
    glBindBuffer(GL_ARRAY_BUFFER, s.vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, vertices, GL_STATIC_DRAW);
    glObjectLabel(GL_BUFFER, s.vertices, -1, label);
    glGenBuffers(1, &s.indices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, s.indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, count * (GLsizeiptr)sizeof *indices, indices, GL_STATIC_DRAW);
    for (GLuint i = 0; i < 3; i++) { // position, normal, texture coordinates
        glVertexAttribPointer(i, i < 2 ? 3 : 2, GL_FLOAT, GL_FALSE, 32, (const void *)(uintptr_t)(12 * i));
        glEnableVertexAttribArray(i);
    }
    glObjectLabel(GL_VERTEX_ARRAY, s.array, -1, label);
    return s;
}

struct shape ball(void) {
    static float vertices[(RINGS + 1) * (PARTS + 1)][8];
    static uint16_t indices[RINGS * PARTS * 6];
    const float pi = 3.14159265f;
    int n = 0;
    for (int ring = 0; ring <= RINGS; ring++)
        for (int part = 0; part <= PARTS; part++) {
            float *v = vertices[ring * (PARTS + 1) + part], a = pi * (float)ring / RINGS,
                  b = 2 * pi * (float)part / PARTS;
            v[0] = v[3] = sinf(a) * cosf(b), v[1] = v[4] = cosf(a), v[2] = v[5] = sinf(a) * sinf(b);
            v[6] = 2 * (float)part / PARTS, v[7] = (float)ring / RINGS;
        }
    for (int ring = 0; ring < RINGS; ring++)
        for (int part = 0; part < PARTS; part++) {
            uint16_t at = (uint16_t)(ring * (PARTS + 1) + part), below = (uint16_t)(at + PARTS + 1);
            const uint16_t two[6] = {
                at, (uint16_t)(at + 1), below, (uint16_t)(at + 1), (uint16_t)(below + 1), below};
            memcpy(indices + n, two, sizeof two);
            n += 6;
        }
    return shape_of(vertices[0], sizeof vertices, indices, n, "ball");
}

struct shape ground(void) {
    static const float vertices[] = {-9, 0, -9, 0, 1, 0, 0, 0, 9, 0, -9, 0, 1, 0, 6, 0,
                                     -9, 0, 9,  0, 1, 0, 0, 6, 9, 0, 9,  0, 1, 0, 6, 6};
    static const uint16_t indices[] = {0, 2, 1, 1, 2, 3};
    return shape_of(vertices, sizeof vertices, indices, 6, "ground");
}

static GLuint texture_of(const char *label) {
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glObjectLabel(GL_TEXTURE, name, -1, label);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return name;
}

GLuint bricks(void) {
    static uint8_t pixels[SIDE][SIDE][4];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int row = y / 16, along = (x + row % 2 * 16) % 32, seam = y % 16 < 2 || along < 2;
            int brick = (x + row % 2 * 16) / 32 % 4 * 7 + row * 3;
            uint8_t red = (uint8_t)(seam ? 190 : 150 + brick % 40),
                    other = (uint8_t)(seam ? 180 : 70 + brick % 25);
            memcpy(pixels[y][x], (const uint8_t[]){red, other, (uint8_t)(seam ? 170 : other * 3 / 4), 255},
                   4);
        }
    GLuint name = texture_of("bricks");
    glTexStorage2D(GL_TEXTURE_2D, 8, GL_RGBA8, SIDE, SIDE);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    return name;
}

// Each block has two halves, with a base color and offsets.
GLuint marble(void) {
    static uint8_t blocks[BLOCKS * BLOCKS][8];
    for (int i = 0; i < BLOCKS * BLOCKS; i++) {
        float vein = sinf((float)(i % BLOCKS) * 0.4f + 3 * sinf((float)(i / BLOCKS) * 0.2f));
        uint8_t light = (uint8_t)(10 + 5 * vein), both = (uint8_t)(light << 4 | light),
                bits = (uint8_t)(i * 37);
        memcpy(blocks[i],
               (const uint8_t[]){both, both, (uint8_t)((light < 15 ? light + 1 : 15) * 17), 1, bits,
                                 (uint8_t)~bits, (uint8_t)(bits * 5), (uint8_t)(bits * 3)},
               8);
    }
    GLuint name = texture_of("marble");
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4 * BLOCKS, 4 * BLOCKS, 0,
                           sizeof blocks, blocks);
    return name;
}

static void attach(GLuint program, GLenum type, const char *text, const char *label) {
    GLuint shader = glCreateShader(type);
    GLint good = 0;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) fprintf(stderr, "%s does not compile\n", label);
    glObjectLabel(GL_SHADER, shader, -1, label);
    glAttachShader(program, shader);
}

GLuint link_program(const char *vertex, const char *fragment, const char *label) {
    GLuint program = glCreateProgram();
    char name[32];
    snprintf(name, sizeof name, "%s.vert", label);
    attach(program, GL_VERTEX_SHADER, vertex, name);
    snprintf(name, sizeof name, "%s.frag", label);
    attach(program, GL_FRAGMENT_SHADER, fragment, name);
    glLinkProgram(program);
    glObjectLabel(GL_PROGRAM, program, -1, label);
    return program;
}
