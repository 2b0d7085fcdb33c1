package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	pathpkg "path"
)

// The two names of a journal, at the root of a project. Under the first, new files are being put beside the places
// where they will stand: nothing has changed yet, and it can be undone. Under the second all of them are there, and only
// renames are left: it can be finished. The generated Makefile knows that name.
const (
	stagingName = ".gleslayergen-staging"
	JournalName = ".gleslayergen-update"
)

// maxJournal is many times what a change of every file makes.
const maxJournal = 1 << 20

// stagedPrefix begins the name of a new file beside its place, where the Go tool does not see it.
const stagedPrefix = ".gleslayergen-new-"

// stagedName is where the new bytes of a path stand until they take its place.
func stagedName(path string) string {
	return pathpkg.Join(pathpkg.Dir(path), stagedPrefix+pathpkg.Base(path))
}

// journal says what an update does. It is read again only when one broke off.
type journal struct {
	Schema  int      `json:"schema"` // lockSchema
	Folders []string `json:"folders,omitempty"`
	Steps   []step   `json:"steps"`
}

// step is a change of one file, from bytes of one hash to those of another. No hash is no file.
type step struct {
	Path string `json:"path"`
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`

	content []byte // in the run that writes it
	mode    fs.FileMode
}

// readJournal gives the journal under one of its names, or nil. One that was not written to its end is as good as none:
// what it lists has not begun.
func (f *folder) readJournal(name string) (*journal, error) {
	file, err := f.Open(name)
	if isMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, cannotOpen(f.name(name), err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxJournal+1))
	if err != nil {
		return nil, cannotOpen(f.name(name), err)
	}
	return parseJournal(f.name(name), text)
}

// parseJournal wants in a journal just what an update does: generated files replaced and removed, the yaml and the lock
// replaced, other files made where there are none.
func parseJournal(path string, text []byte) (*journal, error) {
	bad := func(why string) (*journal, error) {
		return nil, &Error{What: path, Why: why, Advice: "no update wrote this: look at it, remove it, then run gleslayergen update"}
	}
	if len(text) > maxJournal {
		return bad("too large")
	}
	j := &journal{}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(j); err != nil {
		return bad(err.Error())
	}
	if j.Schema != lockSchema {
		return bad(fmt.Sprintf("schema %d: there is none but %d", j.Schema, lockSchema))
	}
	for _, s := range j.Steps {
		if err := s.check(); err != nil {
			return bad(err.Error())
		}
	}
	for _, dir := range j.Folders {
		if err := checkPath(dir+"/x", classYours); err != nil {
			return bad(err.Error())
		}
	}
	return j, nil
}

func (s *step) check() error {
	class := classYours
	if isGenerated(s.Path) {
		class = classGenerated
	}
	if err := checkPath(s.Path, class); err != nil {
		return err
	}
	for _, hash := range []string{s.Old, s.New} {
		if hash != "" && !hashForm.MatchString(hash) {
			return fmt.Errorf("%s: %q is no hash", s.Path, hash)
		}
	}
	kept := s.Path == ConfigName || s.Path == LockName
	switch {
	case class == classYours && s.New == "", class == classYours && s.Old != "" && !kept:
		return fmt.Errorf("%s is not for an update to change", s.Path)
	case s.Old == s.New:
		return fmt.Errorf("%s does not change", s.Path)
	}
	return nil
}
