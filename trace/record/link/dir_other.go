//go:build !linux

package link

import (
	"context"
	"errors"
	"net"
)

var errLinux = errors.New("programs on this machine can be recorded only on Linux; to record an app on a device, use --app")

// Find returns nothing: recorders register only on Linux.
func Find(string) ([]Registration, []Refused, error) { return nil, nil, errLinux }

// OpenCounts opens nothing: recorders register only on Linux.
func OpenCounts(string, int) func(lost bool) []byte { return func(bool) []byte { return nil } }

func dialLocal(context.Context, Registration) (net.Conn, error) { return nil, errLinux }
