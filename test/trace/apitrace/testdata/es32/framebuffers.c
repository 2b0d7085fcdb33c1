#include "es32.h"

static void query_attachments(void) {
    GLint i;
    GLfloat position[2];
    glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                          GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &i);
    glGetFramebufferParameteriv(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, &i);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &i);
    glGetMultisamplefv(GL_SAMPLE_POSITION, 0, position);
}

static void read_back(void) {
    GLuint buffer;
    unsigned char pixels[SIZE * 8];
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ROW_LENGTH, 5);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 1);
    glPixelStorei(GL_PACK_SKIP_ROWS, 1);
    glReadPixels(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
    glPixelStorei(GL_PACK_SKIP_ROWS, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadnPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, sizeof pixels, pixels);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, 256, NULL, GL_STREAM_READ);
    glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, (void *)32);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glDeleteBuffers(1, &buffer);
}

void make_framebuffers(void) {
    const GLenum colours[] = {GL_COLOR_ATTACHMENT0, GL_NONE};
    const GLint whole[4] = {1, -2, 3, -4};
    const GLuint positive[4] = {1, 2, 3, 4};
    GLuint frames[2], store[2], textures[3];
    glGenFramebuffers(2, frames);
    glGenRenderbuffers(2, store);
    glGenTextures(3, textures);
    glBindRenderbuffer(GL_RENDERBUFFER, store[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 16, 16);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 16, 16);
    glBindFramebuffer(GL_FRAMEBUFFER, frames[0]);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[0], 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, store[0]);
    glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glDrawBuffers(2, colours);
    glClear(GL_COLOR_BUFFER_BIT);
    read_back();
    glBindRenderbuffer(GL_RENDERBUFFER, store[1]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 16, 16);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frames[1]);
    glFramebufferRenderbuffer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, store[1]);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glBlitFramebuffer(0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, frames[1]);
    query_attachments();
    glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 8);
    glBindTexture(GL_TEXTURE_2D_ARRAY, textures[1]);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8I, 16, 16, 2);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[1], 0, 1);
    glClearBufferiv(GL_COLOR, 0, whole);
    glBindTexture(GL_TEXTURE_2D, textures[2]);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8UI, 16, 16);
    glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[2], 0);
    glClearBufferuiv(GL_COLOR, 0, positive);
    glIsFramebuffer(frames[0]);
    glIsRenderbuffer(store[0]);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(2, frames);
    glDeleteRenderbuffers(2, store);
    glDeleteTextures(3, textures);
    want_no_error("framebuffers");
}
