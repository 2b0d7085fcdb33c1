// Draws with three contexts in turn, until it is ended. Each makes an error in every second frame of its own,
// and reads it in the next one.
#include "quad.h"

enum { CONTEXTS = 3 };

static GLenum fail(int kind) {
    static const GLenum errors[CONTEXTS] = {GL_INVALID_ENUM, GL_INVALID_VALUE, GL_INVALID_OPERATION};
    if (kind == 0) glDrawArrays(GL_DEPTH_TEST, 0, 3);
    if (kind == 1) glDrawArrays(GL_TRIANGLES, 0, -1);
    if (kind == 2) glUniform1f(1000, 1);
    return errors[kind];
}

int main(void) {
    EGLContext contexts[CONTEXTS];
    GLenum pending[CONTEXTS] = {GL_NO_ERROR};
    open_screen(SIDE, SIDE, 30, 0);
    for (int i = 0; i < CONTEXTS; i++) {
        contexts[i] = i == 0 ? context : make_context(30, EGL_NO_CONTEXT);
        make_current(contexts[i]);
        use_program("#version 300 es\n"
                    "precision mediump float;\n"
                    "in vec2 at;\n"
                    "out vec4 color;\n"
                    "void main() { color = vec4(at, 0, 1); }\n");
    }
    for (int frame = 0;; frame++) {
        int i = frame % CONTEXTS;
        make_current(contexts[i]);
        int reads = frame / CONTEXTS % 2;
        if (reads) want(glGetError() == pending[i], "the error of the frame before");
        if (reads) want(glGetError() == GL_NO_ERROR, "no other error");
        glClearColor(0, 0, (float)(frame % 16) / 15.0f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        if (!reads) pending[i] = fail((i + frame / CONTEXTS / 2) % CONTEXTS);
        swap();
        usleep(2000);
        puts(frame == CONTEXTS ? "drawing" : "frame");
        fflush(stdout); // without a reader, the program ends
    }
}
