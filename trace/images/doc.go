// Package images makes images of a recording by replay: of the attachments of framebuffers after draws and passes, and at the end of
// frames.
package images
