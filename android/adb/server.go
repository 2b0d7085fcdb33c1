package adb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
)

// An adb server answers at once; one on another continent may take some seconds.
const serverTimeout = 15 * time.Second

const defaultPort = "5037"

// checkServer checks the server's version, once for each client. It starts a missing server if it belongs on this
// host.
func (c *Client) checkServer(ctx context.Context) error {
	c.checking.Lock()
	defer c.checking.Unlock()
	if c.checked {
		return nil
	}
	network, address, err := c.socket()
	if err != nil {
		return err
	}
	own, err := c.ownVersion(ctx)
	if err != nil {
		return err
	}
	theirs, err := serverVersion(ctx, network, address)
	switch {
	case err != nil:
		err = c.startServer(ctx, network, address, err)
	case theirs != own:
		err = &Error{"adb server " + address, fmt.Sprintf("the server has version %d, but the adb program has version %d; adb would replace the server, and all sessions of the server would end", theirs, own),
			"use the adb that started the server (set ADB to its path, or put its directory first in PATH), or stop the server: adb kill-server"}
	}
	c.checked = err == nil
	return err
}

// startServer starts the server that did not answer, if it belongs on this host and nothing else uses its port.
func (c *Client) startServer(ctx context.Context, network, address string, silence error) error {
	host, _ := splitServer(address)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !isNotListening(silence):
		return &Error{"adb server " + address, "no valid reply from an adb server: " + silence.Error(),
			"check whether another program uses this port, or choose another server: --server HOST:PORT"}
	case c.NoStart:
		return &Error{"adb server " + address, "no server is running", "start the server: adb start-server"}
	case network == "tcp" && !isLocal(host):
		return &Error{"adb server " + address, "cannot connect: " + silence.Error() + "; gleslayergen starts adb servers only on this machine",
			"start the server on that machine (adb -a start-server), or forward the port of a server there: ssh -L " + defaultPort + ":localhost:" + defaultPort + " HOST"}
	}
	out, err := c.run(ctx, time.Minute, nil, append(c.Global(), "start-server")...)
	if err == nil && out.Status == 0 && c.OnStart != nil {
		c.OnStart("no adb server answered at " + address + ", so gleslayergen started one; to stop it: " + strings.Join(append(append([]string{"adb"}, c.Global()...), "kill-server"), " "))
	}
	if err == nil && out.Status != 0 {
		err = failed("adb server "+address, "* cannot connect to daemon: "+out.Stderr)
	}
	return err
}

// isNotListening reports whether no server listens. A server that accepts a connection and closes it is not
// missing.
func isNotListening(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" && !op.Timeout()
}

// socket returns the network and address of the server, determined as adb does.
func (c *Client) socket() (network, address string, err error) {
	host, port := splitServer(c.Server)
	spec := c.getenv("ADB_SERVER_SOCKET")
	switch {
	case c.Server != "":
	case spec == "":
		host, port = cmp.Or(c.getenv("ANDROID_ADB_SERVER_ADDRESS"), "localhost"), cmp.Or(c.getenv("ANDROID_ADB_SERVER_PORT"), defaultPort)
	default:
		kind, rest, _ := strings.Cut(spec, ":")
		switch kind {
		case "localabstract":
			return "unix", "@" + rest, nil
		case "localfilesystem":
			return "unix", rest, nil
		case "tcp":
			host, port = splitServer(rest)
		default:
			return "", "", &Error{"ADB_SERVER_SOCKET=" + spec, "not a server address that adb accepts", "for example: ADB_SERVER_SOCKET=tcp:localhost:" + defaultPort}
		}
	}
	if !isPort(port) {
		return "", "", &Error{"adb server " + net.JoinHostPort(host, port), "the port must be a number from 1 to 65535", "for example: --server otherhost:" + defaultPort}
	}
	return "tcp", net.JoinHostPort(host, port), nil
}

// CheckServer returns a usage error if server is not a valid HOST:PORT.
func CheckServer(server string) error {
	if host, port := splitServer(server); !isPort(port) {
		return &android.Error{What: "adb server " + net.JoinHostPort(host, port), Why: "the port must be a number from 1 to 65535", Advice: "for example: --server otherhost:" + defaultPort, Usage: true}
	}
	return nil
}

func isPort(port string) bool {
	n, err := strconv.Atoi(port)
	return err == nil && n >= 1 && n <= 65535
}

// splitServer splits HOST:PORT, HOST or PORT; missing parts get their defaults.
func splitServer(server string) (host, port string) {
	if h, p, err := net.SplitHostPort(server); err == nil {
		return cmp.Or(h, "localhost"), p
	}
	if _, err := strconv.Atoi(server); err == nil {
		return "localhost", server
	}
	return cmp.Or(strings.Trim(server, "[]"), "localhost"), defaultPort
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
