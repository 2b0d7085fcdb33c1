package tracecmd

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/trim"
)

// TestTrimOut checks that the error of a path that cannot be inspected is not that of an existing file.
func TestTrimOut(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"new": "", "file": "already exists", "file/part": syscall.ENOTDIR.Error()} {
		flags := trimFlags{frames: "1", out: filepath.Join(dir, filepath.FromSlash(path))}
		_, _, err := flags.check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestInterruptedVerification removes the trimmed recording that was not verified.
func TestInterruptedVerification(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part.gltrace")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	flags := &trimFlags{out: path}
	if err := flags.removeUnverified(ui.NewEnv(nil, os.Stdout, os.Stderr), context.Canceled); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestVerdict checks that a verification that compared nothing fails, and that frames without an image are named.
func TestVerdict(t *testing.T) {
	flags := &trimFlags{frames: "5-8", out: "part.gltrace"}
	for _, c := range []struct {
		check trim.Check
		fails bool
	}{
		{trim.Check{Missing: []int{0, 1}}, true},
		{trim.Check{Compared: 2, Different: []int{1}}, true},
		{trim.Check{Compared: 2, Missing: []int{2, 3}}, false},
	} {
		if err := flags.verdict(&c.check, 5); (err != nil) != c.fails {
			t.Errorf("%+v: %v", c.check, err)
		}
	}
	var out bytes.Buffer
	e := ui.NewEnv(nil, &out, &out)
	flags.reportCheck(e, &trim.Check{Compared: 2, Missing: []int{2, 3}}, 5)
	e.Out.Flush()
	if want := "2 images compared in replays: 0 differ\n2 frames without an image in a replay: 7, 8\n"; out.String() != want {
		t.Errorf("%q, expected %q", out.String(), want)
	}
	if flags.verdict(nil, 5) != nil {
		t.Error("a verdict without a verification")
	}
}
