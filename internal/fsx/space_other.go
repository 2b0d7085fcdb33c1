//go:build !linux && !darwin

package fsx

import "errors"

// FreeSpace fails with errors.ErrUnsupported on this system.
func FreeSpace(string) (int64, error) { return 0, errors.ErrUnsupported }
