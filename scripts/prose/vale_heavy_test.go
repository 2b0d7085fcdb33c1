//go:build heavy

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestStyles builds Vale and checks sentences that the styles must and must not report.
func TestStyles(t *testing.T) {
	vale := filepath.Join(t.TempDir(), "vale")
	build := exec.Command("go", "build", "-o", vale, "github.com/errata-ai/vale/v3/cmd/vale")
	build.Dir = filepath.Join("..", "tools")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build Vale: %v\n%s", err, out)
	}
	t.Chdir(filepath.Join("..", ".."))
	bad := []string{"It is no file.", "Those that are no files.", "This is no layer.", "Nobody reads this one.", "Somebody has it open.", "It is for whoever reads it.",
		"It is read anew each time.", "Those are told of here.", "The log says so then.", "The command that mends it.", "It depends on who asks.", "It is shown in words.",
		"The colour of the triangle.", "One of the ready sets."}
	good := []string{"There is no such file.", "It is no longer there.", "That is no longer needed.", "The recommended value is used.", "The color of the triangle."}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(strings.Join(append(bad, good...), "\n\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	reports, err := run(vale, "error", dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]bool{}
	for _, f := range reports["a.txt"] {
		found[(f.Line-1)/2] = true
	}
	for i, sentence := range append(bad, good...) {
		if found[i] != (i < len(bad)) {
			t.Errorf("%q: reported: %v", sentence, found[i])
		}
	}
}
