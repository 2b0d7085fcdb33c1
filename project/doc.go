// Package project knows a generated project on disk: its gleslayer.yaml and gleslayer.lock, who owns which
// file, how it is written without ever being half there, and how it is built.
package project
