/* Makes objects of each kind, writes a setting that requests a report, and ends without deleting most of
 * them.
 *
 *     steps SETTINGS-FILE */
#include "../app.h"

#include <GLES3/gl32.h>
#include <stdint.h>

static void request(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    if (f == NULL || fputs(text, f) < 0 || fclose(f) != 0) exit(1);
}

int main(int argc, char **argv) {
    struct app a = start_app(32, 16);
    GLuint textures[4], buffers[2], renderbuffer, program = glCreateProgram();
    if (argc != 2) return 1;
    glGenTextures(4, textures);
    glGenBuffers(2, buffers);
    glGenRenderbuffers(1, &renderbuffer);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glTexStorage2D(GL_TEXTURE_2D, 10, GL_RGBA8, 512, 512);
    glObjectLabel(GL_TEXTURE, textures[0], -1, "atlas \"1\"");
    glBindTexture(GL_TEXTURE_2D, textures[1]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 100, 100, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    EGLImage image = eglCreateImage(a.display, a.context, EGL_GL_TEXTURE_2D,
                                    (EGLClientBuffer)(uintptr_t)textures[1], (const EGLAttrib[]){EGL_NONE});
    glBindTexture(GL_TEXTURE_2D, textures[2]);
    ((void (*)(GLenum, void *))eglGetProcAddress("glEGLImageTargetTexture2DOES"))(GL_TEXTURE_2D, image);
    glBindTexture(GL_TEXTURE_2D, textures[3]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 1000, 1000, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, NULL);
    glDeleteTextures(1, &textures[3]);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    for (int i = 0; i < 5; i++) glBufferData(GL_ARRAY_BUFFER, 1000, NULL, GL_STREAM_DRAW);
    glObjectLabel(GL_BUFFER, buffers[0], 4, "vertices");
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 128, 64);
    request(argv[1], "memory.report=7\n");
    for (int i = 0; i < 130; i++) eglSwapBuffers(a.display, a.surface);
    eglMakeCurrent(a.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(a.display, a.context);
    eglTerminate(a.display);
    puts("done");
    return program == 0;
}
