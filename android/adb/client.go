package adb

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Find finds the adb program: $ADB, in PATH, in the Android SDK.
func Find(getenv func(string) string) (string, error) {
	if named := getenv("ADB"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", &Error{"ADB=" + named, "no program", "let ADB name the adb program, or unset it"}
		}
		return filepath.Abs(path)
	}
	folders := filepath.SplitList(getenv("PATH"))
	for _, sdk := range []string{"ANDROID_HOME", "ANDROID_SDK_ROOT"} {
		if getenv(sdk) != "" {
			folders = append(folders, filepath.Join(getenv(sdk), "platform-tools"))
		}
	}
	for _, folder := range folders {
		if !filepath.IsAbs(folder) {
			continue // never what lies about in the current folder
		}
		if path, err := exec.LookPath(filepath.Join(folder, "adb")); err == nil {
			return path, nil
		}
	}
	return "", &Error{"no adb", "neither ADB, PATH nor $ANDROID_HOME/platform-tools names it",
		"Debian: apt-get install adb; others: https://developer.android.com/tools/releases/platform-tools; gleslayergen doctor device looks for it"}
}

// Client is the adb program and the server it talks to.
type Client struct {
	Program string
	Server  string // HOST:PORT; "": adb's own default, which the environment can change
	NoStart bool   // a server that is not there is not started

	getenv func(string) string
	trips  atomic.Int64
	met    sync.Mutex // held while the server is asked for its version
	asked  bool
}

// New is a client of a server.
func New(program, server string) *Client {
	return &Client{Program: program, Server: server, getenv: os.Getenv}
}

// Trips is how many times adb was called so far to talk to its server or, through it, to a device.
func (c *Client) Trips() int64 { return c.trips.Load() }

// Device is the device of that serial. Nothing is asked yet.
func (c *Client) Device(serial string) *Device { return &Device{Client: c, Serial: serial} }

// Global are the arguments that choose the server. A server of this machine is named localhost: adb takes
// any other spelling for one elsewhere, which it would not talk to in the same way.
func (c *Client) Global() []string {
	if c.Server == "" {
		return nil
	}
	host, port := splitServer(c.Server)
	if isLocal(host) {
		host = "localhost"
	}
	return []string{"-H", host, "-P", port}
}

// environ is the environment of adb. What would choose another server or device than the arguments is left out.
func (c *Client) environ() []string {
	drop := []string{"ANDROID_SERIAL="}
	if c.Server != "" {
		drop = append(drop, "ADB_SERVER_SOCKET=", "ANDROID_ADB_SERVER_ADDRESS=", "ANDROID_ADB_SERVER_PORT=")
	}
	return slices.DeleteFunc(os.Environ(), func(pair string) bool {
		return slices.ContainsFunc(drop, func(name string) bool { return strings.HasPrefix(pair, name) })
	})
}

// call runs adb with its server, which is of its version when this begins.
func (c *Client) call(ctx context.Context, within time.Duration, in io.Reader, args ...string) (Output, error) {
	if err := c.meet(ctx); err != nil {
		return Output{}, err
	}
	c.trips.Add(1)
	return c.run(ctx, within, in, append(c.Global(), args...)...)
}
