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

// Find returns the path of the adb program: $ADB, or else adb in PATH or in the Android SDK.
func Find(getenv func(string) string) (string, error) {
	if named := getenv("ADB"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", &Error{"ADB=" + named, "this is not an executable program", "set ADB to the path of the adb program, or unset it"}
		}
		return filepath.Abs(path)
	}
	dirs := filepath.SplitList(getenv("PATH"))
	for _, sdk := range []string{"ANDROID_HOME", "ANDROID_SDK_ROOT"} {
		if getenv(sdk) != "" {
			dirs = append(dirs, filepath.Join(getenv(sdk), "platform-tools"))
		}
	}
	for _, dir := range dirs {
		if !filepath.IsAbs(dir) {
			continue // never run an adb from the current directory
		}
		if path, err := exec.LookPath(filepath.Join(dir, "adb")); err == nil {
			return path, nil
		}
	}
	return "", &Error{"adb", "not found: the environment variable ADB is not set, and neither PATH nor $ANDROID_HOME/platform-tools contains adb",
		"install adb (Debian: apt-get install adb; other systems: https://developer.android.com/tools/releases/platform-tools); to check the installation: gleslayergen doctor device"}
}

// Client is an adb program and the server it connects to.
type Client struct {
	Program string
	Server  string // HOST:PORT; "" is adb's default, which environment variables can change
	NoStart bool   // do not start a missing server

	OnStart func(text string) // called when a server was started; may be nil

	getenv   func(string) string
	trips    atomic.Int64
	checking sync.Mutex // held while the server's version is requested
	checked  bool
}

// New returns a client of a server. It does not connect.
func New(program, server string) *Client {
	return &Client{Program: program, Server: server, getenv: os.Getenv}
}

// Trips returns the number of adb calls so far that reached a server or, through it, a device.
func (c *Client) Trips() int64 { return c.trips.Load() }

// Device returns the device with that serial. It does not connect.
func (c *Client) Device(serial string) *Device { return &Device{Client: c, Serial: serial} }

// Global returns the arguments that select the server. A server on this host is named localhost: with any
// other spelling, adb treats it as remote and behaves differently.
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

// environ returns the environment of adb, without variables that would override the server or device of the
// arguments.
func (c *Client) environ() []string {
	drop := []string{"ANDROID_SERIAL="}
	if c.Server != "" {
		drop = append(drop, "ADB_SERVER_SOCKET=", "ANDROID_ADB_SERVER_ADDRESS=", "ANDROID_ADB_SERVER_PORT=")
	}
	return slices.DeleteFunc(os.Environ(), func(pair string) bool {
		return slices.ContainsFunc(drop, func(name string) bool { return strings.HasPrefix(pair, name) })
	})
}

// call runs adb, after a check that the server has adb's version.
func (c *Client) call(ctx context.Context, within time.Duration, in io.Reader, args ...string) (Output, error) {
	if err := c.checkServer(ctx); err != nil {
		return Output{}, err
	}
	c.trips.Add(1)
	return c.run(ctx, within, in, append(c.Global(), args...)...)
}
