package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/templates"
)

// maxLock is the maximum size of a lock in bytes, many times that of a project with a hook for every command.
const maxLock = 1 << 20

// LoadLock reads and checks the lock of a project. The lock is untrusted input: update removes and replaces
// the files that it lists.
func LoadLock(root string) (*Lock, error) {
	f, err := openRoot(root)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, _, err := f.loadLock()
	return l, err
}

// loadLock also returns the text of the lock.
func (f *rootDir) loadLock() (*Lock, []byte, error) {
	text, there, err := f.read(LockName)
	if err == nil && !there {
		err = &Error{What: "cannot read " + f.name(LockName), Why: fsx.Reason(os.ErrNotExist), Advice: lockAdvice}
	}
	if err != nil {
		return nil, nil, err
	}
	l, err := ParseLock(f.name(LockName), text)
	return l, text, err
}

const lockAdvice = "restore the file, for example from version control; if it is lost, create it again: gleslayergen update --adopt"

// ParseLock parses and checks a lock. Errors have the file and line.
func ParseLock(path string, text []byte) (*Lock, error) {
	if len(text) > maxLock {
		return nil, &Error{What: path, Why: fmt.Sprintf("larger than %d KB", maxLock>>10), Advice: lockAdvice}
	}
	err := checkConflict(path, text, "resolve conflicts in "+ConfigName+" first; then keep one side of all generated files: git checkout --ours -- "+LockName+" '*zz_generated_*', then: gleslayergen update")
	if err != nil {
		return nil, err
	}
	if err := checkSchema(path, text); err != nil {
		return nil, err
	}
	l := &Lock{}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err = dec.Decode(l)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("unexpected data after the JSON object")
		}
	}
	if err != nil {
		return nil, &Error{What: fmt.Sprintf("%s:%d", path, lineOf(text, offsetOf(err, dec))), Why: err.Error(), Advice: lockAdvice}
	}
	if err := l.check(); err != nil {
		return nil, &Error{What: path, Why: err.Error(), Advice: lockAdvice}
	}
	return l, nil
}

// checkSchema checks the schema before the rest, because a newer lock has fields that this version does not
// know.
func checkSchema(path string, text []byte) error {
	var head struct {
		Schema, Model int
		Tool          string
	}
	if json.Unmarshal(text, &head) != nil || head.Schema <= lockSchema && head.Model <= gen.Model {
		return nil
	}
	if !toolForm.MatchString(head.Tool) {
		head.Tool = "of an unknown version"
	}
	return &Error{What: path, Why: "the project was made by gleslayergen " + head.Tool + ", which is newer than this one",
		Advice: "install that version or the newest version of gleslayergen"}
}

func offsetOf(err error, dec *json.Decoder) int64 {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &wrong):
		return wrong.Offset
	}
	return dec.InputOffset()
}

func lineOf(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
}

var (
	toolForm = lazyregexp.New(`^[A-Za-z0-9().+_-]{1,100}$`)
	hashForm = lazyregexp.New(`^[0-9a-f]{64}$`)
	dateForm = lazyregexp.New(`^([0-9]{4}-[0-9]{2}(-[0-9]{2})?)?$`)
	hookForm = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]{0,200}$`)
)

func (l *Lock) check() error {
	if l.Schema != lockSchema {
		return fmt.Errorf("schema %d: only schema %d is supported", l.Schema, lockSchema)
	}
	if err := CheckModule(l.Module); err != nil {
		return err
	}
	if key, why := templates.CheckIdentity(l.Template.Name, l.Template.Version); why != "" {
		return fmt.Errorf("template: %s: %s", key, why)
	}
	if l.Template.SHA256 != "" && !hashForm.MatchString(l.Template.SHA256) {
		return fmt.Errorf("template: invalid SHA-256 %.80q", l.Template.SHA256)
	}
	if git := l.Template.Git; git != nil && git.Check() != "" {
		return fmt.Errorf("template: git: %s", git.Check())
	}
	if why := templates.CheckCommands(l.Template.Build); why != "" {
		return fmt.Errorf("template: build: %s", why)
	}
	if l.Names != 0 && l.Names != lockNames {
		return fmt.Errorf("names: %d: must be 0 or %d", l.Names, lockNames)
	}
	for _, s := range l.Registry {
		if !hashForm.MatchString(s.SHA256) {
			return fmt.Errorf("registry file %q: invalid SHA-256 %.80q", s.Name, s.SHA256)
		}
		if !dateForm.MatchString(s.Date) {
			return fmt.Errorf("registry file %q: invalid date %.80q, expected YYYY-MM or YYYY-MM-DD", s.Name, s.Date)
		}
	}
	for _, name := range l.Hooks {
		if !hookForm.MatchString(name) {
			return fmt.Errorf("hooks: %q is not a function name", name)
		}
	}
	return l.checkFiles()
}

func (l *Lock) checkFiles() error {
	seen := map[string]bool{}
	for _, f := range l.Files {
		if err := checkPath(f.Path, f.Class); err != nil {
			return err
		}
		if !hashForm.MatchString(f.SHA256) {
			return fmt.Errorf("%s: invalid SHA-256 %.80q", f.Path, f.SHA256)
		}
		if seen[f.Path] {
			return fmt.Errorf("%s is listed more than once", f.Path)
		}
		seen[f.Path] = true
	}
	return nil
}

// file returns the entry for a path.
func (l *Lock) file(path string) (LockFile, bool) {
	for _, f := range l.Files {
		if f.Path == path {
			return f, true
		}
	}
	return LockFile{}, false
}
