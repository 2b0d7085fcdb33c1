//go:build !unix

package build

import "os/exec"

// RunGroup runs a command. This system has no process groups.
func RunGroup(cmd *exec.Cmd) error { return cmd.Run() }
