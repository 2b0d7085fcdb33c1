// Package driver reports which OpenGL ES driver a device or this machine uses, what it supports, and which
// requirements of Android it does not meet. A small C program, compiled on the user's machine, reads what is
// known only when the driver runs.
package driver
