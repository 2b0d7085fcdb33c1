//go:build !linux

package link

import (
	"context"
	"errors"
	"net"
)

var errLinux = errors.New("recording programs of this machine requires Linux")

// Find returns nothing: recorders register only on Linux.
func Find(string) ([]Registration, []Refused, error) { return nil, nil, errLinux }

func dialLocal(context.Context, Registration) (net.Conn, error) { return nil, errLinux }
