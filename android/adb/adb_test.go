package adb

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// fake returns a client whose adb is a shell script: it reports version 41 and runs the given script for all
// other commands.
func fake(t *testing.T, script string) *Client {
	t.Helper()
	const begin = "#!/bin/sh\n[ \"$1\" = version ] && { echo 'Android Debug Bridge version 1.0.41'; exit 0; }\n"
	return New(program(t, t.TempDir(), begin+script), server(t, "OKAY00040029"))
}

// program writes an adb script into a directory.
func program(t *testing.T, dir, text string) string {
	t.Helper()
	testutil.WriteFiles(t, dir, map[string]string{"adb": text})
	path := filepath.Join(dir, "adb")
	if err := os.Chmod(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// server starts a server that sends this answer to every request.
func server(t *testing.T, answer string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.CopyN(io.Discard, conn, 16)
			_, _ = io.WriteString(conn, answer)
			conn.Close()
		}
	}()
	return l.Addr().String()
}

// checkError checks an error's text, and that the error has a hint.
func checkError(t *testing.T, err error, words string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !strings.Contains(e.Error(), words) || e.Hint() == "" || e.ExitCode() != 5 {
		t.Errorf("%v, hint %v; not %q", err, e, words)
	}
}

// onDevice is an adb that runs the shell command it gets, as a device would.
const onDevice = `for last; do :; done; exec sh -c "$last"`

// shortArguments limits arguments to the length that adb's protocol transmits.
const shortArguments = `for last; do [ ${#last} -lt 65000 ] || { echo 'error: closed' >&2; exit 1; }; done
`

func TestShell(t *testing.T) {
	c := fake(t, onDevice)
	d := c.Device("s")
	for script, want := range map[string]Output{
		"echo a; echo b >&2; exit 3": {"a\n", "b\n", 3},
		"printf 'no end' # comment":  {"no end", "", 0},
		"":                           {"", "", 0},
		"cat <<X\nhi\nX":             {"hi\n", "", 0},
	} {
		if got, err := d.Shell(t.Context(), script); err != nil || got != want {
			t.Errorf("%q: %+v, %v, not %+v", script, got, err, want)
		}
	}
	if got, err := d.ShellIn(t.Context(), "cat", strings.NewReader("in\x00\xff")); err != nil || got.Stdout != "in\x00\xff" {
		t.Errorf("%q, %v", got.Stdout, err)
	}
	long := strings.Repeat("printf %s 'it is long' >/dev/null\n", 3000)
	if got, err := fake(t, shortArguments+onDevice).Device("s").Shell(t.Context(), long+"cat; exit 4"); err != nil || got.Status != 4 || got.Stdout != "" {
		t.Errorf("a long script: %+v, %v", got, err)
	}
	_, err := d.ShellIn(t.Context(), long, strings.NewReader(""))
	checkError(t, err, "the maximum for a script that also reads data is 15360 bytes")
	word := "a'b \"$x `y`\n\\"
	if got, _ := d.Shell(t.Context(), "printf %s "+Quote(word)); got.Stdout != word {
		t.Errorf("%q became %q", word, got.Stdout)
	}
	if c.Trips() != 6 {
		t.Errorf("%d trips", c.Trips())
	}
}

// adb exits with status 0 when the connection breaks.
func TestShellCut(t *testing.T) {
	_, err := fake(t, "echo half of").Device("s").Shell(t.Context(), "true")
	checkError(t, err, "s: the connection to the device was interrupted")
	_, err = fake(t, "echo 'error: device offline' >&2; exit 1").Device("s").Shell(t.Context(), "true")
	checkError(t, err, "s: the device is offline")
	_, err = fake(t, "echo \"adb: device 's' not found\" >&2; exit 1").Device("s").Shell(t.Context(), "true")
	checkError(t, err, "s: the device is no longer connected")
	_, err = fake(t, "cat /dev/zero").Device("s").Shell(t.Context(), "true")
	checkError(t, err, "adb shell: the output exceeds 16 MiB")
}

func TestShellObeysContext(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := fake(t, "exec sleep 100").Device("s").Shell(ctx, "true"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestStream(t *testing.T) {
	d := fake(t, onDevice).Device("s")
	read := func(script string, most int) (lines []string, err error) {
		_, err = d.Stream(t.Context(), script, func(l string) bool { lines = append(lines, l); return len(lines) < most })
		return lines, err
	}
	if got, err := read("printf 'a\\n\\nb'", 9); err != nil || strings.Join(got, "|") != "a||b" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := read("while true; do echo x; done", 3); err != nil || len(got) != 3 {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := read("head -c 100000 /dev/zero; echo; echo end", 9); err != nil || len(got) != 2 || len(got[0]) != maxLine || got[1] != "end" {
		t.Errorf("%d lines, %v", len(got), err)
	}
	if status, err := d.Stream(t.Context(), "echo a; exit 7", func(string) bool { return true }); err != nil || status != 7 {
		t.Errorf("%d, %v", status, err)
	}
	_, err := fake(t, "echo a").Device("s").Stream(t.Context(), "true", func(string) bool { return true })
	checkError(t, err, "the connection to the device was interrupted")
}

func TestVersions(t *testing.T) {
	c := fake(t, "echo must not be called >&2; exit 1")
	c.Server = server(t, "OKAY0004002a")
	_, err := c.Devices(t.Context())
	checkError(t, err, "the server has version 42, but the adb program has version 41")
	c.Server = server(t, "HTTP/1.1 400 Bad Request")
	_, err = c.Devices(t.Context())
	checkError(t, err, "no valid reply from an adb server")
	c.Server = server(t, "")
	_, err = c.Devices(t.Context())
	checkError(t, err, "no valid reply from an adb server")
}

// closedPort returns a port that has no listener and gets none during the test: it is the local end of an
// open connection.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn.LocalAddr().String()
}

// A missing server on this host is started; one on another host never is.
func TestStart(t *testing.T) {
	c := fake(t, `echo "$*" >> "$(dirname "$0")/calls"; [ "$5" = start-server ] || echo List of devices attached`)
	c.Server = closedPort(t)
	_, port, _ := net.SplitHostPort(c.Server)
	var noted []string
	c.OnStart = func(text string) { noted = append(noted, text) }
	if _, err := c.Devices(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls, _ := os.ReadFile(filepath.Join(filepath.Dir(c.Program), "calls"))
	global := "-H localhost -P " + port
	if len(noted) != 1 || !strings.Contains(noted[0], port) {
		t.Errorf("it is not said that a server was started: %q", noted)
	}
	if string(calls) != global+" start-server\n"+global+" devices -l\n" {
		t.Errorf("calls %q", calls)
	}
	c = fake(t, "exit 1")
	c.Server = "host..invalid:5037" // an empty label: no DNS request leaves this host
	_, err := c.Devices(t.Context())
	checkError(t, err, "gleslayergen starts adb servers only on this machine")
	c = fake(t, "echo '* daemon still not running' >&2; exit 1")
	c.Server = closedPort(t)
	_, err = c.Devices(t.Context())
	checkError(t, err, "cannot be started")
}

func TestSocket(t *testing.T) {
	for _, c := range []struct{ server, env, network, address string }{
		{"", "", "tcp", "localhost:5037"},
		{"", "ANDROID_ADB_SERVER_PORT=99", "tcp", "localhost:99"},
		{"", "ADB_SERVER_SOCKET=tcp:99", "tcp", "localhost:99"},
		{"", "ADB_SERVER_SOCKET=tcp:far:99", "tcp", "far:99"},
		{"", "ADB_SERVER_SOCKET=localabstract:a", "unix", "@a"},
		{"", "ADB_SERVER_SOCKET=localfilesystem:/a", "unix", "/a"},
		{"far", "ADB_SERVER_SOCKET=tcp:99", "tcp", "far:5037"},
		{"[::1]:9", "", "tcp", "[::1]:9"},
		{"9", "", "tcp", "localhost:9"},
		{"a:b", "", "", ""},
		{"", "ADB_SERVER_SOCKET=vsock:1", "", ""},
		{"", "ANDROID_ADB_SERVER_PORT=70000", "", ""},
	} {
		client := New("adb", c.server)
		client.getenv = func(name string) string {
			key, value, _ := strings.Cut(c.env, "=")
			if key == name {
				return value
			}
			return ""
		}
		network, address, err := client.socket()
		if network != c.network || address != c.address || (err != nil) != (c.network == "") {
			t.Errorf("%+v: %s %s, %v", c, network, address, err)
		}
	}
}

func TestIdentity(t *testing.T) {
	for server, want := range map[string]string{"": "s", "localhost:99": "s", "127.0.0.1": "s", "farm": "s behind farm", "farm:99": "s behind farm"} {
		c := New("adb", server)
		c.getenv = func(string) string { return "" }
		if got := c.Device("s").Identity(); got != want {
			t.Errorf("%q: %q", server, got)
		}
	}
	c := New("adb", "") // adb's default server can be on another host, too
	c.getenv = func(name string) string { return map[string]string{"ADB_SERVER_SOCKET": "tcp:farm:5037"}[name] }
	if got := c.Device("s").Identity(); got != "s behind farm" {
		t.Error(got)
	}
}

func TestFind(t *testing.T) {
	sdk := t.TempDir()
	program := program(t, filepath.Join(sdk, "platform-tools"), "#!/bin/sh\n")
	for env, want := range map[string]string{
		"ADB=" + program:                program,
		"ANDROID_HOME=" + sdk:           program,
		"PATH=" + filepath.Dir(program): program,
		"PATH=.":                        "",
		"ADB=/nowhere/adb":              "",
		"":                              "",
	} {
		name, value, _ := strings.Cut(env, "=")
		got, err := Find(func(n string) string {
			if n == name {
				return value
			}
			return ""
		})
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%s: %q, %v", env, got, err)
		}
	}
}

func TestInstall(t *testing.T) {
	d := fake(t, "echo 'Performing Streamed Install'; echo 'Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: x]'").Device("s")
	checkError(t, d.Install(t.Context(), "a.apk", "-r"), "s: a.apk: a package with the same name is already installed, and is signed with another key")
	if err := fake(t, "echo Success").Device("s").Install(t.Context(), "a.apk"); err != nil {
		t.Error(err)
	}
	for _, noisy := range []string{"echo 'adb: failed to install /a.apk: WARNING: linker' >&2; echo Success >&2; exit 1", "echo WARNING: linker; echo Success"} {
		if err := fake(t, noisy).Device("s").Install(t.Context(), "a.apk"); err != nil {
			t.Error(err)
		}
	}
	err := fake(t, "echo 'adb: error: failed to copy: remote No space left on device' >&2; exit 1").Device("s").Push(t.Context(), "a", "/b")
	checkError(t, err, "s: /b: the device has no free storage")
}

func TestRoot(t *testing.T) {
	d := fake(t, "echo 'adbd cannot run as root in production builds'").Device("s")
	checkError(t, d.Root(t.Context()), "the device runs a user build")
	d = fake(t, `[ "$7" = root ] && { echo restarting adbd as root; exit 0; }; for last; do :; done; id() { echo 0; }; eval "$last"`).Device("s")
	if err := d.Root(t.Context()); err != nil {
		t.Error(err)
	}
}

// An interrupt while the device is disconnected is reported as an interrupt, not as a device failure.
func TestRootInterrupted(t *testing.T) {
	away := filepath.Join(t.TempDir(), "away")
	d := fake(t, `[ "$7" = root ] && { echo restarting adbd as root; exit 0; }; : >'`+away+`'; echo 'adb: device offline' >&2; exit 1`).Device("s")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		testutil.Poll(func() bool { _, err := os.Stat(away); return err == nil || ctx.Err() != nil })
		cancel()
	}()
	if err := d.Root(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Several goroutines can share one client, which requests the server's version once.
func TestTogether(t *testing.T) {
	var checked atomic.Int64
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			checked.Add(1)
			_, _ = io.WriteString(conn, "OKAY00040029")
			conn.Close()
		}
	}()
	c := fake(t, onDevice)
	c.Server = l.Addr().String()
	results := make(chan error)
	for range 8 {
		go func() { _, err := c.Device("s").Shell(t.Context(), "true"); results <- err }()
	}
	for range 8 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if checked.Load() != 1 {
		t.Errorf("asked %d times", checked.Load())
	}
}
