//go:build heavy

package android

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// host matches the library names that layers get from the Linux C library in place of Android's libc.so.
var host = regexp.MustCompile(`(libc\.so\.6|ld-linux[a-z0-9-]*\.so\.[0-9])\x00`)

// checkFindings checks that check reports only the Linux C library in a layer, and nothing once that library
// has Android's name.
func checkFindings(t *testing.T, tool, lib string) {
	t.Helper()
	for _, f := range findings(t, tool, lib) {
		if f != "needed-host" {
			t.Errorf("%s: %s", lib, f)
		}
	}
	data, err := os.ReadFile(lib)
	if err != nil {
		t.Fatal(err)
	}
	as := filepath.Join(t.TempDir(), filepath.Base(lib))
	named := host.ReplaceAllFunc(data, func(name []byte) []byte { return append([]byte("libc.so"), make([]byte, len(name)-len("libc.so"))...) })
	write(t, as, string(named), 0o644)
	if found := findings(t, tool, as); len(found) > 0 || string(named) == string(data) {
		t.Errorf("%s: %v", lib, found)
	}
}

// findings returns the ids of the findings of check.
func findings(t *testing.T, tool, path string) []string {
	t.Helper()
	var words strings.Builder
	cmd := exec.Command(tool, "check", "--json", path)
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 4 {
		t.Fatalf("%v: %s", err, words.String())
	}
	var report struct{ Findings []struct{ ID string } }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, f := range report.Findings {
		ids = append(ids, f.ID)
	}
	return ids
}
