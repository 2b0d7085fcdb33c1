// Package registry models the Khronos registry: EGL 1.0 to 1.5, OpenGL ES 1.0 to 3.2 and their extensions.
//
// A Registry comes from one of two sources that give equal models: the Khronos files gl.xml and egl.xml
// (Decode), or a snapshot of their facts in a compact text form (ReadSnapshot, Builtin). Names that only
// desktop OpenGL or OpenGL SC uses are left out.
package registry
