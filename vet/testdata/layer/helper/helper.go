// Package helper is another package of the module; the analyzers know what it does through facts.
package helper

import (
	"runtime"

	"layer/gles"
)

var kept []byte

// Finish calls GL.
func Finish() { gles.GLFinish() }

// Deep calls Finish.
func Deep() { deeper() }

func deeper() { Finish() }

// Words calls nothing.
func Words() string { return "words" }

// Run calls its argument.
func Run(do func()) { do() }

var queue = make(chan func(), 8)

// Later stores its argument, to be called elsewhere.
func Later(do func()) { queue <- do }

// Keep stores its argument.
func Keep(b []byte) { kept = b }

// Copy stores a copy.
func Copy(b []byte) { kept = append([]byte(nil), b...) }

// Head returns a part of b.
func Head(b []byte) []byte { return b[:1] }

// Table is a shared table.
type Table struct{ rows [][]byte }

// Add stores b as long as t exists.
func (t *Table) Add(b []byte) { t.rows = append(t.rows, b) }

var table Table

// Shared returns the one table.
func Shared() *Table { return &table }

// Quit ends the goroutine.
func Quit() { runtime.Goexit() }

// QuitFrame ends the goroutine at the end of a frame.
func QuitFrame(frame uint64) { Quit() }
