// Package explain has the rules of the specifications of OpenGL ES and EGL that calls can break: a table of conditions
// over arguments and state, each with the error that the driver reports. The module explain evaluates them in a layer,
// after an error.
package explain
