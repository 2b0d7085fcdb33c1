//go:build !linux

package link

import (
	"context"
	"errors"
	"net"
)

var errLinux = errors.New("programs of this machine can be recorded on Linux only")

// Find gives none: recorders register on Linux.
func Find(string) ([]Registration, []Refused, error) { return nil, nil, errLinux }

func dialLocal(context.Context, Registration) (net.Conn, error) { return nil, errLinux }
