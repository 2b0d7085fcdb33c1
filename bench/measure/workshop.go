package measure

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

//go:embed include
var headers embed.FS

// A Workshop is the directory in which a benchmark builds what it measures: the program, projects, layers, and programs in C that
// load them. The caller removes it.
type Workshop struct {
	Root     string            // the source tree
	Projects map[string]string // the arguments of new, by name; the name is also that of directory, library and module
	Cache    string            // GOCACHE for layers; "" is the user's

	dir, tool string
	sources   fs.FS
	built     map[string]bool
}

// NewWorkshop builds the program into dir. sources are the benchmark's files, in testdata/.
func NewWorkshop(ctx context.Context, dir string, sources fs.FS) (*Workshop, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	w := &Workshop{Root: root, dir: dir, tool: filepath.Join(dir, "gleslayergen"), sources: sources, built: map[string]bool{}}
	if err := os.CopyFS(dir, headers); err != nil {
		return nil, err
	}
	_, err = Command{
		Args: []string{"go", "build", "-trimpath", "-ldflags", "-s -w -X main.version=v0.0.0-bench", "-o", w.tool, "./cmd/gleslayergen"},
		Dir:  root, Env: []string{"CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"},
	}.Run(ctx)
	return w, err
}

// Path returns a path in the directory.
func (w *Workshop) Path(elem ...string) string {
	return filepath.Join(append([]string{w.dir}, elem...)...)
}

// Tool is the program with arguments.
func (w *Workshop) Tool(args ...string) Command {
	return Command{Args: append([]string{w.tool}, args...), Dir: w.dir}
}

// Names writes the names that the newest loader requests from a layer at start, one per line.
func (w *Workshop) Names() (file string, err error) {
	file = w.Path("names.txt")
	return file, os.WriteFile(file, []byte(strings.Join(rules.Newest().Offered(), "\n")+"\n"), 0o666)
}

// Copy copies a file or directory of testdata to a path in the directory.
func (w *Workshop) Copy(name, place string) error {
	from := path.Join("testdata", name)
	return fs.WalkDir(w.sources, from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(w.sources, file)
		if err != nil {
			return err
		}
		to := w.Path(place, strings.TrimPrefix(file, from))
		return errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, text, 0o666))
	})
}

// Compile builds a program or a shared object from a file of testdata in C or C++, whose headers are also
// there.
func (w *Workshop) Compile(ctx context.Context, name, out string, flags ...string) (string, error) {
	if err := w.Copy(".", "testdata"); err != nil {
		return "", err
	}
	args := []string{"cc", "-std=c11"}
	if path.Ext(name) == ".cc" {
		args = []string{"c++", "-std=c++17"}
	}
	args = append(args, "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-pthread", "-I", w.Path("include"), "-o", w.Path(out), w.Path("testdata", name))
	_, err := Command{Args: append(append(args, flags...), "-ldl")}.Run(ctx)
	return w.Path(out), err
}
