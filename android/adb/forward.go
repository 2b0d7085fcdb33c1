package adb

import (
	"context"
	"net"
	"strings"
	"time"
)

// forwardTime is the timeout of adb forward, which needs no answer from the device.
const forwardTime = 30 * time.Second

// Forward forwards a local port, which the adb server picks, to a socket in the device's abstract namespace.
// It returns the local address. The forwarding ends with Unforward or when the device disconnects.
func (d *Device) Forward(ctx context.Context, socket string) (address string, err error) {
	if err := d.checkLocalServer(); err != nil {
		return "", err
	}
	what := d.Serial + ": adb forward"
	out, err := d.call(ctx, what, forwardTime, "forward", "tcp:0", "localabstract:"+socket)
	if err != nil {
		return "", err
	}
	port := strings.TrimSpace(out.Stdout)
	if !isPort(port) {
		return "", failed(what, "\"adb forward\" printed no port number: "+out.Stdout)
	}
	return net.JoinHostPort("127.0.0.1", port), nil
}

// checkLocalServer returns an error if the adb server runs on another host: its ports are not reachable here.
func (d *Device) checkLocalServer() error {
	network, address, err := d.Client.socket()
	if err != nil {
		return err
	}
	if host, _ := splitServer(address); network == "tcp" && !isLocal(host) {
		return &Error{d.Serial, "the adb server of this device runs on " + host + "; \"adb forward\" opens ports on that machine, not on this one", "run gleslayergen on " + host + ", or connect the device to this machine"}
	}
	return nil
}

// Unforward removes the forwarding of an address. Open connections continue.
func (d *Device) Unforward(ctx context.Context, address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = d.call(ctx, d.Serial+": adb forward --remove", forwardTime, "forward", "--remove", "tcp:"+port)
	}
	return err
}

// Forwarded returns the local addresses that are forwarded to sockets in the device's abstract namespace, by
// socket name.
func (d *Device) Forwarded(ctx context.Context) (map[string]string, error) {
	out, err := d.call(ctx, d.Serial+": adb forward --list", forwardTime, "forward", "--list")
	if err != nil {
		return nil, err
	}
	ways := map[string]string{}
	for line := range strings.Lines(out.Stdout) {
		words := strings.Fields(line)
		if len(words) != 3 || words[0] != d.Serial {
			continue
		}
		port, tcp := strings.CutPrefix(words[1], "tcp:")
		socket, abstract := strings.CutPrefix(words[2], "localabstract:")
		if tcp && abstract {
			ways[socket] = net.JoinHostPort("127.0.0.1", port)
		}
	}
	return ways, nil
}
