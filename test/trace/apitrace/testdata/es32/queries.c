#include "es32.h"

#include <stdio.h>

void query_and_wait(void) {
    GLuint query, samples;
    GLint i;
    GLsizei length;
    glGenQueries(1, &query);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    glGetQueryiv(GL_ANY_SAMPLES_PASSED, GL_CURRENT_QUERY, &i);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &samples);
    glIsQuery(query);
    glDeleteQueries(1, &query);
    GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glWaitSync(sync, 0, GL_TIMEOUT_IGNORED);
    glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 2000000000u);
    glGetSynciv(sync, GL_SYNC_STATUS, 1, &length, &i);
    glIsSync(sync);
    glObjectPtrLabel(sync, -1, "fence");
    char label[16];
    glGetObjectPtrLabel(sync, sizeof label, &length, label);
    glDeleteSync(sync);
    glFinish();
    want_no_error("queries");
}

static void GL_APIENTRY listen(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                               const GLchar *message, const void *user) {
    (void)source, (void)type, (void)id, (void)severity, (void)length, (void)message, (void)user;
}

void label(void) {
    char text[64];
    GLenum sources[2], types[2], severities[2];
    GLuint buffer, ids[2];
    GLsizei lengths[2];
    glEnable(GL_DEBUG_OUTPUT);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 7, GL_DEBUG_SEVERITY_NOTIFICATION,
                         -1, "\"quoted\" \\ and\nbroken");
    glGetDebugMessageLog(2, sizeof text, sources, types, ids, severities, lengths, text);
    glDebugMessageCallback(listen, &buffer);
    void *pointer;
    glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &pointer);
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, 5, "group and more");
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glObjectLabel(GL_BUFFER, buffer, -1, "<script>label</script>");
    glGetObjectLabel(GL_BUFFER, buffer, sizeof text, lengths, text);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDeleteBuffers(1, &buffer);
    glPopDebugGroup();
    glDebugMessageCallback(NULL, NULL);
    glDisable(GL_DEBUG_OUTPUT);
    want_no_error("labels");
}

void query_state(void) {
    GLboolean b[4];
    GLfloat f[4];
    GLint i[4], count;
    GLint64 large;
    glGetBooleanv(GL_COLOR_WRITEMASK, b);
    glGetBooleani_v(GL_COLOR_WRITEMASK, 0, b);
    glGetFloatv(GL_DEPTH_RANGE, f);
    glGetIntegerv(GL_VIEWPORT, i);
    glGetInteger64v(GL_MAX_ELEMENT_INDEX, &large);
    glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, &count);
    if (count > 0 && count <= 4) glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, count, i);
    glGetString(GL_RENDERER);
    glGetStringi(GL_EXTENSIONS, 0);
    glIsEnabled(GL_DITHER);
    glIsEnabledi(GL_BLEND, 0);
    glGetGraphicsResetStatus();
    want_no_error("questions");
}
