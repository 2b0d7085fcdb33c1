package link

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// The numbers of calls can be read after Find has removed the file, and a recording with its end leaves the file to the recorder.
func TestOpenCounts(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "4711.calls")
	for _, c := range []struct {
		lost, removed bool
		want          string
	}{{lost: true, want: "numbers"}, {lost: true, removed: true, want: "numbers"}, {}} {
		if err := os.WriteFile(name, []byte("numbers"), 0o600); err != nil {
			t.Fatal(err)
		}
		read := OpenCounts(dir, 4711)
		if c.removed {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		got := string(read(c.lost))
		if _, err := os.Stat(name); got != c.want || errors.Is(err, fs.ErrNotExist) != c.lost {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if got := OpenCounts(dir, 4711)(true); got != nil {
		t.Errorf("%q without a file", got)
	}
}
