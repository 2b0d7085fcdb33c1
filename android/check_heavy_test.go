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

// host are the names of libraries that the stand-in's C library gives to layers in place of Android's.
var host = regexp.MustCompile(`(libc\.so\.6|ld-linux[a-z0-9-]*\.so\.[0-9])\x00`)

// checkFindings wants that check finds the stand-in's C library in a layer, and nothing else; nothing at all where it has Android's
// name.
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

// findings are the ids of what check finds.
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
