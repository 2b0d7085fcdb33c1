package adb

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

var versionLine = lazyregexp.New(`(?m)^Android Debug Bridge version \d+\.\d+\.(\d+)`)

// ownVersion returns the version number that adb and its server must share. The call does not count as a
// trip: it contacts no server.
func (c *Client) ownVersion(ctx context.Context) (int, error) {
	out, err := c.run(ctx, serverTimeout, nil, "version")
	if err != nil {
		return 0, err
	}
	m := versionLine.FindStringSubmatch(out.Stdout)
	if m == nil {
		return 0, &Error{c.Program, "\"adb version\" printed no version number", "set ADB to the path of the adb program of the Android SDK"}
	}
	return strconv.Atoi(m[1])
}

// serverVersion requests the server's version in adb's protocol: the length as four hexadecimal digits, then
// the service name.
func serverVersion(ctx context.Context, network, address string) (int, error) {
	ctx, stop := context.WithTimeout(ctx, serverTimeout)
	defer stop()
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if _, err := io.WriteString(conn, "000chost:version"); err != nil {
		return 0, err
	}
	answer := make([]byte, 12) // OKAY, length 4, version
	if _, err := io.ReadFull(conn, answer); err != nil {
		return 0, err
	}
	version, err := strconv.ParseUint(string(answer[8:]), 16, 16)
	if err != nil || string(answer[:8]) != "OKAY0004" {
		return 0, fmt.Errorf("unexpected reply %q", answer)
	}
	return int(version), nil
}
