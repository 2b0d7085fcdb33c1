package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	pathpkg "path"
)

// The names of a journal at the root of a project. stagingName: new files are being written next to their
// destinations; nothing has changed yet, and the update can be undone. JournalName: all new files exist, and
// the remaining renames can be completed. The generated Makefile contains JournalName.
const (
	stagingName = ".gleslayergen-staging"
	JournalName = ".gleslayergen-update"
)

// maxJournal is the maximum size of a journal in bytes, many times that of an update of every file.
const maxJournal = 1 << 20

// stagedPrefix is the prefix of a new file next to its destination. The go command ignores such files.
const stagedPrefix = ".gleslayergen-new-"

// stagedName returns the path of the new bytes of a file until they are renamed to it.
func stagedName(path string) string {
	return pathpkg.Join(pathpkg.Dir(path), stagedPrefix+pathpkg.Base(path))
}

// journal lists the steps of an update. It is read only after an interruption.
type journal struct {
	Schema int      `json:"schema"` // lockSchema
	Dirs   []string `json:"folders,omitempty"`
	Steps  []step   `json:"steps"`
}

// step is the change of one file from one hash to another. An empty hash means no file.
type step struct {
	Path string `json:"path"`
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`

	content []byte // only in the run that writes it
	mode    fs.FileMode
}

// readJournal reads the journal with one of its names, and returns nil if it does not exist. It fails for an
// incomplete journal; no step of that has started.
func (f *rootDir) readJournal(name string) (*journal, error) {
	file, err := f.Open(name)
	if isMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, readError(f.name(name), err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxJournal+1))
	if err != nil {
		return nil, readError(f.name(name), err)
	}
	return parseJournal(f.name(name), text)
}

// parseJournal parses a journal and allows only the steps of an update: replace and remove generated files,
// replace the yaml and the lock, create other files.
func parseJournal(path string, text []byte) (*journal, error) {
	bad := func(why string) (*journal, error) {
		return nil, &Error{What: path, Why: why, Advice: "this version of gleslayergen cannot use this journal of an interrupted update: remove the file, then run gleslayergen update"}
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
		return bad(fmt.Sprintf("schema %d: only schema %d is supported", j.Schema, lockSchema))
	}
	for _, s := range j.Steps {
		if err := s.check(); err != nil {
			return bad(err.Error())
		}
	}
	for _, dir := range j.Dirs {
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
			return fmt.Errorf("%s: invalid hash %q", s.Path, hash)
		}
	}
	kept := s.Path == ConfigName || s.Path == LockName
	switch {
	case class == classYours && s.New == "", class == classYours && s.Old != "" && !kept:
		return fmt.Errorf("an update must not replace or remove the file %s", s.Path)
	case s.Old == s.New:
		return fmt.Errorf("the entry for %s contains no change", s.Path)
	}
	return nil
}
