// Package helper is another package of the module: what it does is known by facts.
package helper

import (
	"runtime"

	"layer/gles"
)

var kept []byte

// Finish calls GL.
func Finish() { gles.GLFinish() }

// Deep leads there.
func Deep() { deeper() }

func deeper() { Finish() }

// Words calls nothing.
func Words() string { return "words" }

// Run calls what it is given.
func Run(do func()) { do() }

var queue = make(chan func(), 8)

// Later hands on what it is given, to be called elsewhere.
func Later(do func()) { queue <- do }

// Keep keeps.
func Keep(b []byte) { kept = b }

// Copy keeps a copy.
func Copy(b []byte) { kept = append([]byte(nil), b...) }

// Head is a part of b.
func Head(b []byte) []byte { return b[:1] }

// Table belongs to all.
type Table struct{ rows [][]byte }

// Add keeps b as long as t.
func (t *Table) Add(b []byte) { t.rows = append(t.rows, b) }

var table Table

// Shared is the one table.
func Shared() *Table { return &table }

// Quit ends the goroutine.
func Quit() { runtime.Goexit() }

// QuitFrame ends the goroutine at the end of a frame.
func QuitFrame(frame uint64) { Quit() }
