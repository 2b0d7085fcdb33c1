//go:build !linux

package loader

import (
	"os/exec"
	"runtime"
)

func launch(*exec.Cmd) (Ended, error) {
	return Ended{}, &Fault{What: "run", Why: "the layer loader is for Linux, and this is " + runtime.GOOS,
		Remedy: "run it on Linux, in a virtual machine or a container"}
}
