// Labels objects, inserts messages and opens debug groups, and checks what the driver returns of them.
#include "quad.h"

static int messages;

static void GL_APIENTRY count_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                      const GLchar *text, const void *user) {
    (void)source, (void)type, (void)id, (void)severity, (void)length, (void)text, (void)user;
    messages++;
}

static void want_label(GLenum kind, GLuint name, GLsizei size, const char *right) {
    char got[32] = "";
    GLsizei length = 0;
    glGetObjectLabel(kind, name, size, &length, got);
    want(strcmp(got, right) == 0 && length == (GLsizei)strlen(right), right);
}

static void label_objects(GLuint texture) {
    GLuint buffer = 0;
    char got[32] = "";
    GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glObjectLabel(GL_BUFFER, buffer, -1, "a buffer");
    glObjectLabel(GL_TEXTURE, texture, 7, "texture with more text");
    glObjectPtrLabel(sync, -1, "a fence");
    want_label(GL_BUFFER, buffer, 32, "a buffer");
    want_label(GL_BUFFER, buffer, 5, "a bu");
    want_label(GL_TEXTURE, texture, 32, "texture");
    glGetObjectPtrLabel(sync, sizeof got, NULL, got);
    want(strcmp(got, "a fence") == 0, "the label of the fence");
    glObjectLabel(GL_BUFFER, buffer, 0, NULL);
    want_label(GL_BUFFER, buffer, 32, "");
    glDeleteSync(sync);
    glDeleteBuffers(1, &buffer);
}

// Messages go to the log, and with a callback to it instead.
static void insert_messages(void) {
    GLenum sources[4], types[4], severities[4];
    GLuint ids[4];
    GLsizei lengths[4];
    char text[200] = "";
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 7, GL_DEBUG_SEVERITY_HIGH, -1,
                         "begin");
    glDebugMessageInsert(GL_DEBUG_SOURCE_THIRD_PARTY, GL_DEBUG_TYPE_OTHER, 8, GL_DEBUG_SEVERITY_LOW, 3,
                         "end of it");
    GLuint n = glGetDebugMessageLog(4, sizeof text, sources, types, ids, severities, lengths, text);
    want(n == 2 && ids[0] == 7 && ids[1] == 8 && strcmp(text, "begin") == 0 && strcmp(text + 6, "end") == 0,
         "the log of messages");
    glDebugMessageCallback(count_message, NULL);
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 9, GL_DEBUG_SEVERITY_HIGH, -1,
                         "counted");
    want(messages == 1, "a message for the callback");
    glDebugMessageCallback(NULL, NULL);
}

static void draw_in_groups(void) {
    GLint depth = 0;
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "the frame");
    glPushDebugGroup(GL_DEBUG_SOURCE_THIRD_PARTY, 2, 4, "draw more");
    glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &depth);
    want(depth == 3, "two open groups");
    want_draw(1, 2, 200, "the texture");
    glPopDebugGroup();
    glPopDebugGroup();
    glPopDebugGroup();
    want(glGetError() == GL_STACK_UNDERFLOW, "an error without a group");
}

int main(void) {
    open_screen(SIDE, SIDE, 32, 0);
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    use_program("#version 300 es\n"
                "precision mediump float;\n"
                "in vec2 at;\n"
                "uniform sampler2D shown;\n"
                "out vec4 color;\n"
                "void main() { color = texture(shown, at); }\n");
    GLuint texture = make_texture(1, 2, 200);
    label_objects(texture);
    insert_messages();
    for (int frame = 0; frame < 3; frame++) {
        draw_in_groups();
        swap();
    }
    return 0;
}
