// Command passive is a layer for OpenGL ES on Android, built as a shared library. The hooks are in hooks.go.
package main

func main() {}
