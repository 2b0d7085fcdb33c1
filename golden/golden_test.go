package golden

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/gleslayergen/gleslayergen/examples"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

var update = flag.Bool("update", false, "rewrite the golden files instead of comparing with them")

// base is the example whose files the golden files refer to instead of repeating them.
const base = "examples/passive"

func TestGolden(t *testing.T) {
	if *update && os.Getenv("CI") != "" {
		t.Fatal("-update must not be used in CI")
	}
	shared := sharedFiles(t)
	for _, k := range cases() {
		if k.unlisted {
			continue
		}
		t.Run(k.name, func(t *testing.T) { compare(t, k, archive(t, k, k.render(t).Files, shared)) })
	}
}

// sharedFiles renders the base example with the module path and the name of the golden projects.
func sharedFiles(t *testing.T) map[string][]byte {
	t.Helper()
	q := examples.All()[0].Request
	q.Module, q.Tool, q.Config.Name = "gleslayer", "golden", "gleslayer"
	created, err := project.Render(t.Context(), registry.Builtin(), q)
	if err != nil {
		t.Fatal(err)
	}
	shared := map[string][]byte{}
	for _, f := range created.Files {
		shared[f.Path] = f.Content
	}
	return shared
}

// archive formats a project as one text: files equal to the base's by name, large projects by hash with excerpts, other files whole.
func archive(t *testing.T, k kase, files []gen.File, shared map[string][]byte) []byte {
	a := txtar.Archive{}
	var head strings.Builder
	fmt.Fprintf(&head, "%s\n", k.what)
	var shapes []string
	if k.hashed {
		shapes = oneOfEachShape(t, k)
	}
	for _, f := range files {
		switch {
		case k.hashed:
			fmt.Fprintf(&head, "%x %7d %s\n", sha256.Sum256(f.Content), len(f.Content), f.Path)
			if excerpt := excerpt(f, shapes); excerpt != nil {
				a.Files = append(a.Files, txtar.File{Name: "excerpt of " + f.Path, Data: excerpt})
			}
		case bytes.Equal(shared[f.Path], f.Content):
			fmt.Fprintf(&head, "same as in %s: %s\n", base, f.Path)
		default:
			a.Files = append(a.Files, txtar.File{Name: f.Path, Data: f.Content})
		}
	}
	a.Comment = []byte(head.String())
	return txtar.Format(&a)
}

// oneOfEachShape lists the first command of each calling shape: one combination of classes of the result and of the parameters.
func oneOfEachShape(t *testing.T, k kase) []string {
	t.Helper()
	var names []string
	seen := map[string]bool{}
	for _, c := range k.registry(t).Commands {
		command, err := gen.Prototype(k.registry(t), c)
		if err != nil {
			t.Fatal(err)
		}
		if !seen[command.Shape.Name] {
			seen[command.Shape.Name] = true
			names = append(names, c.Name)
		}
	}
	return names
}

// excerpted are patterns of the files whose code differs from one calling shape to the next.
var excerpted = []string{"core/zz_generated_next.go", "core/zz_generated_commands.c", "layer/zz_generated_hooks.cpp", "zz_generated_hooks.go", "play/zz_generated_play_[1-6].c"}

// excerpt returns the paragraphs of a file that mention one of the commands first, in C or as an exported Go name.
func excerpt(f gen.File, commands []string) []byte {
	if !slices.ContainsFunc(excerpted, func(pattern string) bool { ok, _ := path.Match(pattern, f.Path); return ok }) {
		return nil
	}
	paragraphs := strings.SplitAfter(string(f.Content), "\n}\n")
	var out strings.Builder
	for _, name := range commands {
		for _, p := range paragraphs {
			p = p[strings.LastIndex(p, "\n\n")+1:]
			if mentions(p, name) || mentions(p, gen.Spelled(name)) {
				out.WriteString(strings.TrimPrefix(p, "\n"))
				out.WriteByte('\n')
				break
			}
		}
	}
	return []byte(out.String())
}

// mentions reports whether a function's first two lines contain a command's name, possibly after a prefix
// such as "call".
func mentions(text, name string) bool {
	lines := strings.SplitN(strings.TrimLeft(text, "\n"), "\n", 4)
	for _, line := range lines[:min(len(lines), 3)] {
		if strings.Contains(line, name+"(") {
			return true
		}
	}
	return false
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
		t.Errorf("%s differs from the generated project: %s\nIf the change is intended, run: go test ./golden -update", path, firstDifference(want, got))
	}
}

// firstDifference formats the first line that differs between two texts.
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

// Each golden file belongs to a case.
func TestNoStrayGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if !slices.ContainsFunc(cases(), func(k kase) bool { return k.name == name && !k.unlisted }) {
			t.Errorf("%s belongs to no case", path)
		}
	}
}
