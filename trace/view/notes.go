package view

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// Limits of notes.
const (
	mostNotes     = 4096
	longestNote   = 4 << 10
	mostNoteBytes = 8 << 20
)

// note is a bookmark of a call, with a text that may be empty.
type note struct {
	Call int    `json:"call"`
	Text string `json:"text"`
}

// notesFile is the content of the file, whose name is that of the recording with ".notes.json".
type notesFile struct {
	Recording string `json:"recording"` // its ID: a new recording may replace the file
	Notes     []note `json:"notes"`
}

// notes keeps the notes of a recording in a file beside it. Every change reads the file again, because another viewer may
// have changed it.
type notes struct {
	mu        sync.Mutex
	recording string // path; empty if the recording is not a file
	id        string // of the recording
}

func (n *notes) path() string { return n.recording + ".notes.json" }

var errNoFile = errors.New("notes cannot be saved: the recording is not a file")

// read returns the notes in the order of calls.
func (n *notes) read() ([]note, error) {
	if n.recording == "" {
		return []note{}, errNoFile
	}
	b, err := readRegular(n.path(), mostNoteBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return []note{}, nil
	}
	var content notesFile
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields() // a newer format, or a file that is not ours: writing would lose data
		if err = d.Decode(&content); err == nil {
			err = checkNotes(content.Notes)
		}
		if err == nil && content.Recording != n.id {
			err = errors.New("the notes are of another recording with this name: move or remove the file")
		}
	}
	if err != nil {
		return []note{}, fmt.Errorf("read notes from %s: %w", filepath.Base(n.path()), withoutPath(err))
	}
	slices.SortStableFunc(content.Notes, func(a, b note) int { return cmp.Compare(a.Call, b.Call) })
	return append([]note{}, content.Notes...), nil
}

// readRegular returns the content of a regular file. It does not follow links, and does not wait for a pipe.
func readRegular(path string, most int64) ([]byte, error) {
	f, err := fsx.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("the file exceeds %d bytes", most)
	}
	return b, err
}

// withoutPath returns the cause of an error of a file: the page shows only its name.
func withoutPath(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		return link.Err
	}
	return err
}

func checkNotes(all []note) error {
	seen := map[int]bool{}
	for _, one := range all {
		switch {
		case one.Call < 0 || seen[one.Call]:
			return fmt.Errorf("invalid or repeated call %d", one.Call)
		case len(one.Text) > longestNote || !utf8.ValidString(one.Text):
			return fmt.Errorf("the note of call %d is not text of at most %d bytes", one.Call, longestNote)
		}
		seen[one.Call] = true
	}
	if len(all) > mostNotes {
		return fmt.Errorf("%d notes: at most %d are possible", len(all), mostNotes)
	}
	return nil
}

// change replaces the note of a call, or removes it if text is nil. It returns all notes.
func (n *notes) change(call int, text *string) ([]note, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	all, err := n.read()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(one note) bool { return one.Call == call })
	if text != nil {
		all = append(all, note{call, *text})
	}
	slices.SortFunc(all, func(a, b note) int { return cmp.Compare(a.Call, b.Call) })
	if err = checkNotes(all); err == nil {
		err = n.write(all)
	}
	if err != nil {
		return nil, fmt.Errorf("save notes to %s: %w", filepath.Base(n.path()), withoutPath(err))
	}
	return all, nil
}

// write replaces the file, so that it is complete at any time. It removes the file if there are no notes.
func (n *notes) write(all []note) error {
	if len(all) == 0 {
		if err := os.Remove(n.path()); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	b, err := json.MarshalIndent(notesFile{n.id, all}, "", "  ")
	if err != nil {
		return err
	}
	info, err := os.Stat(n.recording)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(n.path()), ".notes-*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(append(b, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Chmod(f.Name(), info.Mode().Perm()) // the notes are as private as the recording
	}
	if err == nil {
		err = os.Rename(f.Name(), n.path())
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
