//go:build !linux

package loader

import (
	"errors"
	"os/exec"
)

func launch(*exec.Cmd) (Ended, error) { return Ended{}, errors.ErrUnsupported }
