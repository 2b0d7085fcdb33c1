//go:build !unix

package build

import "os/exec"

// RunGroup runs a program. There are no process groups.
func RunGroup(cmd *exec.Cmd) error { return cmd.Run() }
