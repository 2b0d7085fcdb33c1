// Package driver says which OpenGL ES driver a device or this machine has, what it can do, and what Android needs of it
// that is missing. What only running it can tell, a small program in C finds out, which is compiled on the user's machine.
package driver
