//go:build !unix

package project

import "os/exec"

// runGroup runs a program. There are no process groups.
func runGroup(cmd *exec.Cmd) error { return cmd.Run() }
