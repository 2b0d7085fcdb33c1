//go:build !unix

package process

import "os/exec"

// OwnGroup does nothing: when the context ends, only the program is killed.
func OwnGroup(*exec.Cmd) {}

// EndGroup does nothing.
func EndGroup(*exec.Cmd) {}
