//go:build !linux

package loader

import (
	"errors"
	"os/exec"
)

func launch(*exec.Cmd, <-chan struct{}) (Ended, error) { return Ended{}, errors.ErrUnsupported }
