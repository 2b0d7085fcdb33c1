package registry

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Opened is a registry that has been read but not decoded.
type Opened struct {
	Name  string
	files []File // none for the built-in snapshot, one for another snapshot, else gl.xml and egl.xml
}

// BuiltinName is the name of the built-in snapshot.
const BuiltinName = "builtin"

// OpenError reports a name that does not denote a registry.
type OpenError struct{ Name, Why string }

func (e *OpenError) Error() string { return fmt.Sprintf("registry %s: %s", e.Name, e.Why) }

// Hint lists what a registry name can be.
func (e *OpenError) Hint() string {
	return "pass one of: a directory with gl.xml and egl.xml; the two files, separated by a comma (gl.xml,egl.xml); a snapshot file; or \"" + BuiltinName + "\" for the built-in registry"
}

// Open reads the registry that a name denotes: builtin, a directory with gl.xml and egl.xml, a snapshot, or
// the two files separated by a comma, in any order.
func Open(name string) (*Opened, error) {
	if name == BuiltinName {
		return &Opened{Name: name}, nil
	}
	info, err := os.Stat(name)
	first, second, two := strings.Cut(name, ",")
	switch {
	case err == nil && info.IsDir():
		return openBoth(name, filepath.Join(name, "gl.xml"), filepath.Join(name, "egl.xml"))
	case err != nil && two:
		return openBoth(name, first, second)
	}
	f, err := ReadFile(name)
	if err != nil {
		return nil, openError(name, err)
	}
	if !bytes.HasPrefix(f.Data, []byte(snapshotHeader)) {
		return nil, &OpenError{name, "not a registry snapshot; for XML files, pass both gl.xml and egl.xml"}
	}
	return &Opened{name, []File{f}}, nil
}

func openBoth(name, gl, egl string) (*Opened, error) {
	var files []File
	for _, path := range []string{gl, egl} {
		f, err := ReadFile(path)
		if err != nil {
			return nil, openError(name, err)
		}
		files = append(files, f)
	}
	if files[0].IsEGL() && !files[1].IsEGL() {
		files[0], files[1] = files[1], files[0]
	}
	return &Opened{name, files}, nil
}

func openError(name string, err error) error {
	var path *fs.PathError
	switch {
	case !errors.As(err, &path):
		return &OpenError{name, err.Error()}
	case path.Path == name:
		return &OpenError{name, path.Err.Error()}
	}
	return &OpenError{name, path.Path + ": " + path.Err.Error()}
}

// IsEGL reports whether the content of a file is that of egl.xml, whatever the file is called.
func (f File) IsEGL() bool { return bytes.Contains(f.Data, []byte("<name>eglInitialize</name>")) }

// Registry decodes the registry.
func (o *Opened) Registry() (*Registry, error) {
	switch len(o.files) {
	case 0:
		return Builtin(), nil
	case 1:
		r, err := ReadSnapshot(string(o.files[0].Data))
		if err != nil {
			err = fmt.Errorf("%s: %w", o.Name, err)
		}
		return r, err
	}
	return Decode(o.files[0], o.files[1])
}

// Lint checks the registry: XML by every rule, a snapshot by the rules that apply to it.
func (o *Opened) Lint() ([]Finding, error) {
	if len(o.files) == 2 {
		return LintXML(o.files[0], o.files[1])
	}
	r, err := o.Registry()
	if err != nil {
		return nil, err
	}
	return Lint(r), nil
}
