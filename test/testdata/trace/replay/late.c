// Reads answers several frames after the calls on which they depend: errors of a draw and of a texture, and
// the results of queries.
#include "quad.h"

enum { FRAMES = 7, LATER = 2 };

static GLuint queries[FRAMES][2];

// Of two triangles, the second one is culled.
static void draw_counted(int frame) {
    glClear(GL_COLOR_BUFFER_BIT);
    for (int i = 0; i < 2; i++) {
        glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[frame][i]);
        if (i == 1) glEnable(GL_CULL_FACE);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDisable(GL_CULL_FACE);
        glEndQuery(GL_ANY_SAMPLES_PASSED);
    }
}

static void want_counts(int frame) {
    for (GLuint i = 0; i < 2; i++) {
        GLuint passed = 2;
        glGetQueryObjectuiv(queries[frame][i], GL_QUERY_RESULT, &passed);
        want(passed == 1 - i, "the result of a query");
    }
}

static void want_error(GLenum error) {
    want(glGetError() == error, "an error");
}

int main(void) {
    open_screen(SIDE, SIDE, 30, 0);
    use_program("#version 300 es\n"
                "precision mediump float;\n"
                "in vec2 at;\n"
                "out vec4 color;\n"
                "void main() { color = vec4(at, 0, 1); }\n");
    glCullFace(GL_FRONT_AND_BACK);
    glGenQueries(FRAMES * 2, queries[0]);
    for (int frame = 0; frame < FRAMES; frame++) {
        if (frame == 3) want_error(GL_INVALID_ENUM);
        if (frame == 6) want_error(GL_INVALID_VALUE);
        if (frame >= LATER) want_counts(frame - LATER);
        draw_counted(frame);
        if (frame == 1) glDrawArrays(GL_DEPTH_TEST, 0, 3);
        if (frame == 4) glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, -1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        swap();
    }
    return 0;
}
