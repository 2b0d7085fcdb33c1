package adb

import (
	"context"
	"net"
	"strings"
	"time"
)

// forwardTime is more than making or removing a way takes: nothing on the device is asked for that.
const forwardTime = 30 * time.Second

// Forward makes a way from a port of this machine, which the adb server picks, to a socket of the device's abstract
// namespace. It stays until Unforward, or until the device is gone.
func (d *Device) Forward(ctx context.Context, socket string) (address string, err error) {
	if err := d.near(); err != nil {
		return "", err
	}
	what := d.Serial + ": adb forward"
	out, err := d.call(ctx, what, forwardTime, "forward", "tcp:0", "localabstract:"+socket)
	if err != nil {
		return "", err
	}
	port := strings.TrimSpace(out.Stdout)
	if !isPort(port) {
		return "", failed(what, "adb names no port: "+out.Stdout)
	}
	return net.JoinHostPort("127.0.0.1", port), nil
}

// near wants a server whose ports are this machine's.
func (d *Device) near() error {
	network, address, err := d.Client.socket()
	if err != nil {
		return err
	}
	if host, _ := splitServer(address); network == "tcp" && !isLocal(host) {
		return &Error{d.Serial, "its adb server is on " + host + ", whose ports are not this machine's", "run this on " + host + ", or bring its server here: ssh -L " + defaultPort + ":localhost:" + defaultPort + " " + host}
	}
	return nil
}

// Unforward takes the way of an address away again. What it carries goes on.
func (d *Device) Unforward(ctx context.Context, address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = d.call(ctx, d.Serial+": adb forward --remove", forwardTime, "forward", "--remove", "tcp:"+port)
	}
	return err
}

// Forwarded are the addresses that lead to sockets of the device's abstract namespace, by the sockets' names.
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
