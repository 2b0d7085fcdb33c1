// Package templates contains the built-in template packs and the C core that they share, and reads
// third-party packs from directories and zip files.
package templates

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

//go:embed all:go all:c all:cpp all:trace all:replay
var packs embed.FS

// shared has the templates that several built-in packs name, as shared/FILE.
//
//go:embed shared
var shared embed.FS

// minimal has the files of the pack that template init writes.
//
//go:embed minimal
var minimal embed.FS

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
	if IsGit(where) {
		return nil, &Error{fmt.Sprintf("template pack %.200q", where), "a pack of a Git repository must be fetched first", "to fetch it, pass it to --template of \"gleslayergen new\" or \"gleslayergen update\""}
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
		return nil, &Error{fmt.Sprintf("template pack %q", where), "neither a directory nor a regular file", advice}
	}
	return readZip(where)
}

// Sources returns the files of a built-in pack by name, with the shared templates that it names. A copy of them includes the
// same pack.
func Sources(name string) (map[string][]byte, error) {
	pack, err := Load(name)
	if err != nil {
		return nil, err
	}
	description, err := fs.ReadFile(packs, path.Join(name, packName))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{packName: description}
	for source, text := range pack.Texts {
		if !isIncluded(source) {
			files[source] = []byte(text)
		}
	}
	return files, nil
}

// Minimal returns the files of a small pack with a name, for an author to start with. It fails for an invalid name.
func Minimal(name string) (map[string][]byte, error) {
	if key, why := CheckIdentity(name, "1"); key != "" {
		return nil, &Error{"template pack", why, "choose a directory with another name, because this name becomes the name of the pack"}
	}
	sub, err := fs.Sub(minimal, "minimal")
	if err != nil {
		return nil, err
	}
	pack, err := read("", embedded{sub})
	if err != nil {
		return nil, err
	}
	description, err := fs.ReadFile(sub, packName)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{packName: bytes.Replace(description, []byte("name: "+pack.Name+"\n"), []byte("name: '"+name+"'\n"), 1)}
	for source, text := range pack.Texts {
		files[source] = []byte(text)
	}
	return files, nil
}

// Error is an error in a template pack.
type Error struct{ Place, Why, Advice string }

func (e *Error) Error() string { return e.Place + ": " + e.Why }

// Hint returns what the user can do.
func (e *Error) Hint() string { return e.Advice }
