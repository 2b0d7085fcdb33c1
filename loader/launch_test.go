//go:build linux

package loader

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// launched runs a shell script with files as its streams.
func launched(t *testing.T, words string) (ended Ended, out string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd := exec.Command("sh", "-c", words)
	cmd.Stdout = file
	if ended, err = Launch(cmd); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return ended, string(data)
}

func TestEnds(t *testing.T) {
	for words, want := range map[string]Ended{
		"exit 0": {}, "exit 3": {Code: 3}, "exit 255": {Code: 255}, "kill -TERM $$": {143, 15}, "kill -SEGV $$": {139, 11},
		"kill -KILL $$": {137, 9}, "exit 139": {Code: 139},
	} {
		if got, _ := launched(t, words); got != want {
			t.Errorf("%s: %+v, want %+v", words, got, want)
		}
	}
}

func TestNotStarted(t *testing.T) {
	dir := t.TempDir()
	for _, first := range []string{"#!" + dir + "/gone\n", "\x7fELF"} {
		path := writeFile(t, filepath.Join(dir, "program"), first, 0o755)
		_, err := Launch(exec.Command(path))
		f, ok := err.(*Fault)
		if !ok || f.What != path || !strings.Contains(f.Why, "start failed: ") {
			t.Errorf("%v", err)
		}
	}
}
