package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracefile"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// TestTraceView: the URL that is printed lets one browser in, and an interrupt ends the viewer in order.
func TestTraceView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(path, tracefile.Sample(3), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, six := range []string{"--ipv6=false", "--ipv6"} {
		ctx, interrupt := context.WithCancel(t.Context())
		read, write := io.Pipe()
		ended := make(chan int, 1)
		var messages bytes.Buffer
		go func() {
			ended <- run(ctx, []string{"trace", "view", path, "--compare", path, six}, strings.NewReader(""), write, &messages)
			write.Close()
		}()
		line := make([]byte, 256)
		n, err := read.Read(line)
		if err != nil {
			t.Fatalf("exit code %d\n%s", <-ended, &messages)
		}
		url, _, _ := strings.Cut(string(line[:n]), "\n")
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		browser := &http.Client{Jar: jar}
		page := url // and below it, once it has let us in
		for _, visit := range []struct{ at, want string }{{"", "<!doctype html>"}, {"api/trace", `"others":[{"id":"other","name":"a.gltrace","frames":3}]`}} {
			res, err := browser.Get(page + visit.at)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			res.Body.Close()
			if err != nil || res.StatusCode != 200 || !strings.Contains(string(body), visit.want) {
				t.Errorf("%s: %s, %v\n%s", res.Request.URL, res.Status, err, body)
			}
			page = res.Request.URL.String()
		}
		interrupt()
		if code := <-ended; code != exitOK {
			t.Errorf("exit code %d\n%s", code, &messages)
		}
	}
}

func TestTraceViewErrors(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	path := filepath.Join(t.TempDir(), "no.gltrace")
	if err := os.WriteFile(path, []byte("nothing of the kind"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"view", "stats", "dump"} {
		fails(t, exitFailed, []string{path + "x: there is no such file", "hint: " + recordHint}, "trace", verb, path+"x")
		fails(t, exitFailed, []string{path, "hint: " + recordHint}, "trace", verb, path)
		long := strings.Repeat("long", 100)
		fails(t, exitFailed, []string{"gleslayergen: " + long + ": cannot be read: file name too long"}, "trace", verb, long)
	}
	whole := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(whole, tracefile.Sample(1), 0o600); err != nil {
		t.Fatal(err)
	}
	fails(t, exitFailed, []string{"there is no such file", "hint: " + recordHint}, "trace", "view", whole, "--compare", path+"x")
	fails(t, exitUsage, []string{"FILE is missing"}, "trace", "view")
	fails(t, exitUsage, []string{"trace view live --pid"}, "trace", "view", path, "--pid", "7")
	fails(t, exitFailed, []string{"nothing of that kind is being recorded", "trace status"}, "trace", "view", "live")
}

func TestChooseRecording(t *testing.T) {
	all := []record.Status{{PID: 1}, {PID: 2}, {PID: 2, App: "a.b"}, {PID: 3, Reason: "stopped"}}
	for _, c := range []struct {
		flags viewFlags
		want  int // place in all, -1 for an error
	}{{viewFlags{}, -1}, {viewFlags{pid: 1}, 0}, {viewFlags{pid: 2}, -1}, {viewFlags{pid: 2, app: "a.b"}, 2}, {viewFlags{app: "a.b"}, 2}, {viewFlags{pid: 3}, -1}} {
		got, err := c.flags.choose(all)
		if (err == nil) != (c.want >= 0) || err == nil && got != all[c.want] {
			t.Errorf("%+v: %+v, %v", c.flags, got, err)
		}
	}
}
