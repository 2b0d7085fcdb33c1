// Draws frames with known numbers of draws, triangles and uploaded bytes, for as long as the panel of the
// module hud needs to show them. Then it writes the last frame, in the format PPM, with the first row on top.
//
//	app VERSION WIDTH HEIGHT RED IMAGE [damage]
//
// With the last argument, it swaps with eglSwapBuffersWithDamageKHR, and a rectangle of one pixel.
// RED is the background, from 0 to 255. A frame has 14 draws with 176 triangles, and uploads 3072 bytes;
// since OpenGL ES 3.0, two more draws have 40 triangles, and 512 bytes are mapped.
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int version, width, height; // version: times ten

static GLuint compile(GLenum type, const char *source) {
    GLuint shader = glCreateShader(type);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    return shader;
}

static void create_objects(void) {
    GLuint program = glCreateProgram(), buffer, texture;
    glAttachShader(program, compile(GL_VERTEX_SHADER, "attribute vec4 p; void main() { gl_Position = p; }"));
    glAttachShader(program,
                   compile(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(0.2, 0.6, 0.4, 1.0); }"));
    glLinkProgram(program);
    glUseProgram(program);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 4096, NULL, GL_DYNAMIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

static void draw_frame(float red) {
    static const float data[512] = {0};
    static const GLushort indices[12] = {0};
    glClearColor(red, red, red, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof data, data);                           // 2048
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, data); // 1024
    for (int i = 0; i < 10; i++) glDrawArrays(GL_TRIANGLES, 0, 48);                   // 160 triangles
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 10);                                           // 8
    glDrawElements(GL_TRIANGLE_FAN, 10, GL_UNSIGNED_SHORT, indices);                  // 8
    glDrawArrays(GL_LINES, 0, 10);
    glDrawArrays(GL_TRIANGLES, 0, 2);
    if (version < 30) return;
    glDrawArraysInstanced(GL_TRIANGLES, 0, 6, 10);                                 // 20
    glDrawElementsInstanced(GL_TRIANGLE_STRIP, 12, GL_UNSIGNED_SHORT, indices, 2); // 20
    glMapBufferRange(GL_ARRAY_BUFFER, 0, 256, GL_MAP_READ_BIT);
    glUnmapBuffer(GL_ARRAY_BUFFER);
    glMapBufferRange(GL_ARRAY_BUFFER, 0, 512, GL_MAP_WRITE_BIT);
    glUnmapBuffer(GL_ARRAY_BUFFER);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int write_image(const char *path) {
    unsigned char *pixels = malloc((size_t)width * (size_t)height * 4);
    FILE *f = fopen(path, "wb");
    if (!f || !pixels) return 0;
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    fprintf(f, "P6\n%d %d\n255\n", width, height);
    for (int y = height - 1; y >= 0; y--)
        for (int x = 0; x < width; x++) fwrite(pixels + 4 * ((size_t)y * (size_t)width + (size_t)x), 1, 3, f);
    free(pixels);
    return fclose(f) == 0;
}

int main(int argc, char **argv) {
    EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    EGLConfig config = NULL;
    EGLint n = 0;
    if (argc < 6) return 2;
    version = atoi(argv[1]), width = atoi(argv[2]), height = atoi(argv[3]);
    eglInitialize(dpy, NULL, NULL);
    eglChooseConfig(dpy,
                    (const EGLint[]){EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                     EGL_OPENGL_ES2_BIT, EGL_ALPHA_SIZE, 8, EGL_NONE},
                    &config, 1, &n);
    EGLSurface surface = eglCreatePbufferSurface(
        dpy, config, (const EGLint[]){EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE});
    EGLContext context =
        eglCreateContext(dpy, config, EGL_NO_CONTEXT,
                         (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, version / 10, EGL_CONTEXT_MINOR_VERSION,
                                          version % 10, EGL_NONE});
    if (!eglMakeCurrent(dpy, surface, surface, context))
        return fprintf(stderr, "no context of version %d\n", version), 2;
    PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC swap_damaged =
        (PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC)eglGetProcAddress("eglSwapBuffersWithDamageKHR");
    create_objects();
    int frames = 0;
    double start = 0; // of the second frame: the panel shows values from 0.1 s after the first one
    for (; frames < 100 || seconds() < start + 0.3; frames++) {
        draw_frame((float)atoi(argv[4]) / 255);
        EGLint pixel[] = {0, 0, 1, 1};
        if (!(argc > 6 ? swap_damaged(dpy, surface, pixel, 1) : eglSwapBuffers(dpy, surface))) return 1;
        if (frames == 0) start = seconds();
    }
    GLenum error = glGetError();
    if (error) return fprintf(stderr, "error %#x\n", error), 1;
    return !write_image(argv[5]);
}
