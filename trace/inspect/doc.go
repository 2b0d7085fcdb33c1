// Package inspect answers questions about a call of a recording by replay: exact contents of framebuffers and textures after the
// call, the history of a pixel, the overdraw of a pass, the outputs of a vertex shader, a frame with another shader, and the times of
// draws.
package inspect
