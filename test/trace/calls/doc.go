// Package calls tests what the recorder captures of each call: the functions that the generator emits for every command, and the
// C code that computes the size of the data behind pointers. They run on a driver that draws nothing. The package has only tests.
package calls
