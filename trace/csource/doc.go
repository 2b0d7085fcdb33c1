// Package csource writes a recording as a program in C that makes its calls again.
//
// The program is one file that compiles with the headers of EGL and OpenGL ES, and files with large data beside it. The operations of
// package replay are its source: names of objects, handles and locations are variables, and each frame is a function. The program is
// for people who read it, for example with a report of a driver bug.
package csource
