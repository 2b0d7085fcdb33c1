// Package templates reads template packs: those that the tool carries, and those of others, from a folder or a zip. It
// holds the C core that all of them share, too.
package templates

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

//go:embed all:go all:cpp all:trace
var packs embed.FS

//go:embed core
var core embed.FS

// Core is the text of a template of the C core.
func Core(name string) (string, error) {
	b, err := fs.ReadFile(core, "core/"+name)
	return string(b), err
}

// Builtin are the names of the packs that the tool carries.
func Builtin() []string {
	entries, _ := packs.ReadDir(".") // an embedded folder cannot fail
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Load reads a pack: a built-in one by its name, else a folder or a zip. All that the pack names is in memory then, and
// is as it should be, but for what only package gen can know.
func Load(where string) (*Pack, error) {
	if slices.Contains(Builtin(), where) {
		sub, err := fs.Sub(packs, where)
		if err != nil {
			return nil, err
		}
		return read("", embedded{sub})
	}
	info, err := os.Stat(where)
	if err != nil {
		return nil, &Error{fmt.Sprintf("template pack %q", where), fsx.Reason(err),
			"a folder or zip with a pack.yaml, or one of: " + strings.Join(Builtin(), ", ")}
	}
	if info.IsDir() {
		return readFolder(where)
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for its other end
		return nil, &Error{fmt.Sprintf("template pack %q", where), "neither a folder nor a plain file", ""}
	}
	return readZip(where)
}

// Sources are the files of a pack that the tool carries, by their names.
func Sources(name string) (map[string][]byte, error) {
	files := map[string][]byte{}
	sub, err := fs.Sub(packs, name)
	if err != nil {
		return nil, err
	}
	return files, fs.WalkDir(sub, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path], err = fs.ReadFile(sub, path)
		return err
	})
}

// Error is what is wrong with a pack.
type Error struct{ Place, Why, Advice string }

func (e *Error) Error() string { return e.Place + ": " + e.Why }

// Hint says what to do.
func (e *Error) Hint() string { return e.Advice }
