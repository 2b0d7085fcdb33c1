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

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// makeRecording is the hint for a recording that cannot be read.
const makeRecording = "to make a recording: gleslayergen trace record"

func TestTraceView(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(path, tracetest.Sample(3), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, six := range []string{"--ipv6=false", "--ipv6"} {
		ctx, interrupt := context.WithCancel(t.Context())
		read, write := io.Pipe()
		ended := make(chan int, 1)
		var messages bytes.Buffer
		go func() {
			ended <- run(ctx, []string{"trace", "view", path, "--compare", path, "--call", "7", six}, strings.NewReader(""), write, &messages)
			write.Close()
		}()
		line := make([]byte, 256)
		n, err := read.Read(line)
		if err != nil {
			t.Fatalf("exit code %d\n%s", <-ended, &messages)
		}
		url, _, _ := strings.Cut(string(line[:n]), "\n")
		if !strings.HasSuffix(url, "#i=7") {
			t.Errorf("%s does not select call 7", url)
		}
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		browser := &http.Client{Jar: jar}
		page := url // and its subdirectory, after access was granted
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
		if code := <-ended; code != ui.ExitOK {
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
		fails(t, ui.ExitFailed, []string{path + "x: no such file", "hint: " + makeRecording}, "trace", verb, path+"x")
		fails(t, ui.ExitFailed, []string{path, "hint: " + makeRecording}, "trace", verb, path)
		long := strings.Repeat("long", 100)
		fails(t, ui.ExitFailed, []string{"gleslayergen: " + long + ": cannot open: file name too long"}, "trace", verb, long)
	}
	whole := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(whole, tracetest.Sample(1), 0o600); err != nil {
		t.Fatal(err)
	}
	fails(t, ui.ExitFailed, []string{"no such file", "hint: " + makeRecording}, "trace", "view", whole, "--compare", path+"x")
	fails(t, ui.ExitUsage, []string{"FILE is missing"}, "trace", "view")
	fails(t, ui.ExitUsage, []string{"trace view live --pid"}, "trace", "view", path, "--pid", "7")
	fails(t, ui.ExitFailed, []string{"no matching recording is in progress", "trace status"}, "trace", "view", "live")
}

// TestTraceViewReplayErrors: --replay fails before the viewer starts, with what to do.
func TestTraceViewReplayErrors(t *testing.T) {
	dir := t.TempDir()
	whole, cut := filepath.Join(dir, "a.gltrace"), filepath.Join(dir, "cut.gltrace")
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	w.Chunk(tracepb.ChunkType_CHUNK_OPTIONS, 0, &tracepb.Options{Recording: true, NoTextures: true})
	w.Thread(1).NewContext(1, tracetest.Contexts+1, 3, 2, 1).Call("glFlush")
	w.Close()
	recording := out.Bytes()
	for path, b := range map[string][]byte{whole: recording, cut: recording[:len(recording)*2/3]} {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fails(t, ui.ExitUsage, []string{"trace view live --replay: a recording in progress cannot be replayed", "hint: stop the recording"}, "trace", "view", "live", "--replay")
	fails(t, ui.ExitUsage, []string{"--surface \"screen\"", "choose one of auto, window, pbuffer"}, "trace", "view", whole, "--replay", "--surface", "screen")
	for _, flags := range [][]string{{"--driver", dir}, {"--surface", "pbuffer"}, {"--force"}} {
		fails(t, ui.ExitUsage, []string{flags[0] + ": requires --replay"}, append([]string{"trace", "view", whole}, flags...)...)
	}
	fails(t, ui.ExitFailed, []string{"a.gltrace cannot be replayed", "or play what is possible with --force"}, "trace", "view", whole, "--replay")
	fails(t, ui.ExitFailed, []string{"cut.gltrace is still being written", "stop the recording first"}, "trace", "view", cut, "--replay")
}
