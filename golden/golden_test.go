package golden

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/gleslayergen/gleslayergen/gen"
)

var update = flag.Bool("update", false, "rewrite the golden files instead of comparing with them")

// base is the project that holds the files which all projects share; the others name them.
const base = "passive"

func TestGolden(t *testing.T) {
	if *update && os.Getenv("CI") != "" {
		t.Fatal("-update is not for CI")
	}
	shared := map[string][]byte{}
	for _, k := range cases() {
		files := k.render(t).Files
		if k.name == base {
			for _, f := range files {
				shared[f.Path] = f.Content
			}
		}
		t.Run(k.name, func(t *testing.T) { compare(t, k, archive(k, files, shared)) })
	}
}

// archive is a project as one text: shared files by name, large projects by hash, everything else whole.
func archive(k kase, files []gen.File, shared map[string][]byte) []byte {
	a := txtar.Archive{}
	var head strings.Builder
	fmt.Fprintf(&head, "%s\n", k.what)
	for _, f := range files {
		switch {
		case k.hashed:
			fmt.Fprintf(&head, "%x %7d %s\n", sha256.Sum256(f.Content), len(f.Content), f.Path)
		case k.name != base && bytes.Equal(shared[f.Path], f.Content):
			fmt.Fprintf(&head, "same as in %s: %s\n", base, f.Path)
		default:
			a.Files = append(a.Files, txtar.File{Name: f.Path, Data: f.Content})
		}
	}
	a.Comment = []byte(head.String())
	return txtar.Format(&a)
}

func compare(t *testing.T, k kase, got []byte) {
	path := filepath.Join("testdata", k.name+".txtar")
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is generated now: %s\nIf it should be, run: go test ./golden -update", path, firstDifference(want, got))
	}
}

// firstDifference is where two texts part.
func firstDifference(want, got []byte) string {
	a, b := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, lineAt(a, i), lineAt(b, i))
		}
	}
	return "they are equal"
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end)"
}

// No golden file may be left behind when its case goes.
func TestNoStrayGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if !slices.ContainsFunc(cases(), func(k kase) bool { return k.name == name }) {
			t.Errorf("%s belongs to no case", path)
		}
	}
}
