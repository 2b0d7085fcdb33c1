#include "es32.h"

static void blend(void) {
    glEnable(GL_BLEND);
    glBlendColor(0.1f, 0.2f, 0.3f, 1e-9f);
    glBlendEquation(GL_FUNC_SUBTRACT);
    glBlendEquationSeparate(GL_MIN, GL_MAX);
    glBlendEquationi(0, GL_FUNC_ADD);
    glBlendEquationSeparatei(0, GL_FUNC_ADD, GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ZERO);
    glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBlendFunci(0, GL_ONE, GL_ZERO);
    glBlendFuncSeparatei(0, GL_ONE, GL_ZERO, GL_ONE, GL_ZERO);
    glBlendBarrier();
    glEnablei(GL_BLEND, 0);
    glDisablei(GL_BLEND, 0);
    glDisable(GL_BLEND);
}

static void masks(void) {
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_FALSE);
    glDepthMask(GL_TRUE);
    glStencilMask(0xffffffffu);
    glStencilMaskSeparate(GL_BACK, 0x80000001u);
    glStencilMaskSeparate(GL_BACK, 0xffffffffu);
    glSampleMaski(0, 0xffffffffu);
}

static void tests(void) {
    glDepthFunc(GL_LEQUAL);
    glDepthRangef(0.25f, 1.0f);
    glStencilFunc(GL_NEVER, -1, 0xffu);
    glStencilFuncSeparate(GL_FRONT_AND_BACK, GL_ALWAYS, 3, 0x7fffffffu);
    glStencilOp(GL_KEEP, GL_ZERO, GL_REPLACE);
    glStencilOpSeparate(GL_FRONT, GL_INCR_WRAP, GL_DECR_WRAP, GL_INVERT);
    glScissor(-1, 2, 5, 7);
    glEnable(GL_SCISSOR_TEST);
    glDisable(GL_SCISSOR_TEST);
}

static void raster(void) {
    glCullFace(GL_FRONT);
    glFrontFace(GL_CW);
    glFrontFace(GL_CCW);
    glLineWidth(1.0f);
    glPolygonOffset(1.5f, -2.0f);
    glSampleCoverage(0.333333333f, GL_TRUE);
    glMinSampleShading(0.5f);
    glMinSampleShading(0.0f);
    glHint(GL_GENERATE_MIPMAP_HINT, GL_NICEST);
    glPatchParameteri(GL_PATCH_VERTICES, 3);
    glPrimitiveBoundingBox(-1, -1, -1, 1, 1, 1, 1, 1);
}

static void clear(void) {
    const GLfloat colour[4] = {0.5f, 0.25f, 1.0f, 1.0f};
    const GLfloat depth = 0.75f;
    const GLenum back = GL_BACK, parts[] = {GL_DEPTH, GL_STENCIL};
    glClearColor(0.0f, 1.0f / 3.0f, 1e20f, 1.0f);
    glClearDepthf(0.875f);
    glClearStencil(-7);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glClearBufferfv(GL_COLOR, 0, colour);
    glClearBufferfv(GL_DEPTH, 0, &depth);
    glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.5f, 1);
    glDrawBuffers(1, &back);
    glReadBuffer(GL_BACK);
    glInvalidateFramebuffer(GL_FRAMEBUFFER, 2, parts);
    glInvalidateSubFramebuffer(GL_FRAMEBUFFER, 1, parts, 1, 1, 4, 4);
}

void set_state(void) {
    blend();
    masks();
    tests();
    raster();
    clear();
    want_no_error("state");
}
