// Package templates contains the built-in template packs and the C core that they share, and reads
// third-party packs from directories and zip files.
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

// Core returns the text of a file of the C core.
func Core(name string) (string, error) {
	b, err := fs.ReadFile(core, "core/"+name)
	return string(b), err
}

// Builtin returns the names of the built-in packs.
func Builtin() []string {
	entries, _ := packs.ReadDir(".") // reading an embedded directory cannot fail
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Load reads a pack: a built-in one by its name, otherwise a directory or a zip file. It reads all files that
// the pack lists into memory and checks everything that does not depend on package gen.
func Load(where string) (*Pack, error) {
	if slices.Contains(Builtin(), where) {
		sub, err := fs.Sub(packs, where)
		if err != nil {
			return nil, err
		}
		return read("", embedded{sub})
	}
	advice := "pass a directory or zip file with a pack.yaml, or one of: " + strings.Join(Builtin(), ", ")
	info, err := os.Stat(where)
	if err != nil {
		return nil, &Error{fmt.Sprintf("template pack %q", where), fsx.Reason(err), advice}
	}
	if info.IsDir() {
		return readFolder(where)
	}
	if !info.Mode().IsRegular() { // opening a named pipe would block
		return nil, &Error{fmt.Sprintf("template pack %q", where), "not a directory or a regular file", advice}
	}
	return readZip(where)
}

// Sources returns the files of a built-in pack by name.
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

// Error is an error in a template pack.
type Error struct{ Place, Why, Advice string }

func (e *Error) Error() string { return e.Place + ": " + e.Why }

// Hint returns what the user can do.
func (e *Error) Hint() string { return e.Advice }
