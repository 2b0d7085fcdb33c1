// Package driver reports which OpenGL ES driver a device or this machine has, what it supports, and which
// requirements of Android it does not meet. What cannot be known without running the driver, a small C program
// reads, which is compiled on the user's machine.
package driver
