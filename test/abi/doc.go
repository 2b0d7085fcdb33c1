// Package abi proves what a layer must never get wrong: that every command hands on each argument and its
// result bit for bit, on each kind of processor; that no number an app passes in a pointer's place upsets the Go
// runtime; and that what is generated compiles wherever it should, and agrees with the platform's headers.
//
// It has tests only. The quick ones are for amd64; "go test -tags heavy" adds the other processors, by
// cross compilers and qemu, and every kind of project.
package abi
