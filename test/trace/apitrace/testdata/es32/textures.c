#include "es32.h"

static unsigned char bytes[4096];

static void fill(void) {
    for (int i = 0; i < (int)sizeof bytes; i++) bytes[i] = (unsigned char)(i * 7 + 1);
}

// Rows with padding, and parts of larger images.
static void unpack(GLuint name) {
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 7);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 2);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 5, 3, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 3, 2, GL_RGB, GL_UNSIGNED_BYTE, bytes);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB10_A2, 4, 4, 0, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, bytes);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R16F, 4, 4, 0, GL_RED, GL_HALF_FLOAT, bytes);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB565, 4, 4, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, bytes);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, bytes);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 2, 2, 0, GL_RGBA, GL_FLOAT, bytes);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenerateMipmap(GL_TEXTURE_2D);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 8, 8, 0);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 2, 2, 3, 3);
}

static void volumes(GLuint name, GLuint array) {
    glBindTexture(GL_TEXTURE_3D, name);
    glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 6);
    glPixelStorei(GL_UNPACK_SKIP_IMAGES, 1);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 0);
    glPixelStorei(GL_UNPACK_SKIP_IMAGES, 0);
    glTexSubImage3D(GL_TEXTURE_3D, 0, 1, 1, 1, 2, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    glCopyTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 1, 0, 0, 2, 2);
    glBindTexture(GL_TEXTURE_2D_ARRAY, array);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 4, 4, 2);
    glCopyImageSubData(array, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, array, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 1, 2, 2,
                       1);
}

static void compressed(GLuint name, GLuint array) {
    glBindTexture(GL_TEXTURE_2D, name);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 8, 4, 0, 16, bytes);
    glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 0, 4, 4, GL_COMPRESSED_RGB8_ETC2, 8, bytes + 8);
    glBindTexture(GL_TEXTURE_2D_ARRAY, array);
    glCompressedTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_COMPRESSED_RGBA8_ETC2_EAC, 4, 4, 2, 0, 32, bytes);
    glCompressedTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 1, 4, 4, 1, GL_COMPRESSED_RGBA8_ETC2_EAC, 16,
                              bytes);
}

// Pixels from a buffer: the pointer is an offset.
static void from_buffer(GLuint name) {
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 1024, bytes, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, (const void *)64);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, (const void *)16);
    glGetError();
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glDeleteBuffers(1, &buffer);
}

static void parameters(void) {
    const GLfloat border[4] = {0, 0.5f, 1, 1}, lod[1] = {-4.5f};
    const GLint swizzle[1] = {GL_ALPHA}, borders[4] = {1, -2, 3, -4};
    const GLuint unsigned_borders[4] = {1, 2, 3, 4000000000u};
    GLint i[4];
    GLuint u[4];
    GLfloat f[4];
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR);
    glTexParameteriv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_SWIZZLE_R, swizzle);
    glTexParameterf(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LOD, 12.5f);
    glTexParameterfv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_LOD, lod);
    glTexParameterfv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BORDER_COLOR, border);
    glTexParameterIiv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BORDER_COLOR, borders);
    glTexParameterIuiv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BORDER_COLOR, unsigned_borders);
    glGetTexParameteriv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, i);
    glGetTexParameterfv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BORDER_COLOR, f);
    glGetTexParameterIiv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BORDER_COLOR, i);
    glGetTexParameterIuiv(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BORDER_COLOR, u);
    glGetTexLevelParameteriv(GL_TEXTURE_2D_ARRAY, 0, GL_TEXTURE_WIDTH, i);
    glGetTexLevelParameterfv(GL_TEXTURE_2D_ARRAY, 0, GL_TEXTURE_DEPTH, f);
}

static void storage(GLuint plain, GLuint samples, GLuint layers, GLuint of_buffer) {
    GLuint buffer;
    glBindTexture(GL_TEXTURE_2D, plain);
    glTexStorage2D(GL_TEXTURE_2D, 3, GL_RGBA8, 4, 4);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, samples);
    glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, GL_TRUE);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, layers);
    glTexStorage3DMultisample(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 4, 4, 2, GL_TRUE);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_TEXTURE_BUFFER, buffer);
    glBufferData(GL_TEXTURE_BUFFER, 256, bytes, GL_STATIC_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, of_buffer);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
    glTexBufferRange(GL_TEXTURE_BUFFER, GL_R32F, buffer, 0, 64);
    glBindImageTexture(0, plain, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
    glDeleteBuffers(1, &buffer);
}

void make_textures(void) {
    GLuint names[9];
    fill();
    glGenTextures(9, names);
    glActiveTexture(GL_TEXTURE3);
    unpack(names[0]);
    volumes(names[1], names[2]);
    parameters();
    compressed(names[3], names[4]);
    from_buffer(names[3]);
    storage(names[5], names[6], names[7], names[8]);
    glIsTexture(names[0]);
    glDeleteTextures(9, names);
    glActiveTexture(GL_TEXTURE0);
    want_no_error("textures");
}

void make_samplers(void) {
    GLuint name;
    const GLfloat border[4] = {1, 0.5f, 0, 1};
    const GLint wrap = GL_CLAMP_TO_EDGE, borders[4] = {-1, 2, -3, 4};
    const GLuint unsigned_borders[4] = {1, 2, 3, 4};
    GLint i[4];
    GLuint u[4];
    GLfloat f[4];
    glGenSamplers(1, &name);
    glBindSampler(1, name);
    glSamplerParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glSamplerParameteriv(name, GL_TEXTURE_WRAP_T, &wrap);
    glSamplerParameterf(name, GL_TEXTURE_MIN_LOD, -2.25f);
    glSamplerParameterfv(name, GL_TEXTURE_BORDER_COLOR, border);
    glSamplerParameterIiv(name, GL_TEXTURE_BORDER_COLOR, borders);
    glSamplerParameterIuiv(name, GL_TEXTURE_BORDER_COLOR, unsigned_borders);
    glGetSamplerParameteriv(name, GL_TEXTURE_WRAP_T, i);
    glGetSamplerParameterfv(name, GL_TEXTURE_MIN_LOD, f);
    glGetSamplerParameterIiv(name, GL_TEXTURE_BORDER_COLOR, i);
    glGetSamplerParameterIuiv(name, GL_TEXTURE_BORDER_COLOR, u);
    glIsSampler(name);
    glBindSampler(1, 0);
    glDeleteSamplers(1, &name);
    want_no_error("samplers");
}
