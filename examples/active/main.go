// Command active is a layer for OpenGL ES on Android, built as a shared library.
package main

func main() {}
