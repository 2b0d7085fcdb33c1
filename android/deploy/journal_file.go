package deploy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gleslayergen/gleslayergen/android"
)

// journalFileName is the name of the journal in the directory of its device.
const journalFileName = "journal.json"

const journalSchema = 1

// maxJournalSize is the maximum size in bytes, many times that of a journal with all possible changes.
const maxJournalSize = 4 << 20

// form is the content of the file.
type journalFile struct {
	Schema  int      `json:"schema"`
	Serial  string   `json:"serial"`
	Changes []Change `json:"changes"`
}

// folder returns the directory of a device's journal. A serial number is not always a valid file name: those
// of network devices contain a colon, and others may contain anything.
func journalDir(serial string) (string, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return "", &android.Error{What: "no directory for the journal of device " + serial, Why: err.Error(),
			Advice: "gleslayergen records each change of a device in a journal before it makes the change; set HOME, or set XDG_CONFIG_HOME to a directory that belongs to you"}
	}
	hash := sha256.Sum256([]byte(serial))
	return filepath.Join(config, "gleslayergen", "devices", hex.EncodeToString(hash[:])), nil
}

// read returns the changes in a device's journal, or none if it does not exist.
func readJournalFile(serial, dir string) ([]Change, error) {
	path := filepath.Join(dir, journalFileName)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, damagedJournal(path, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxJournalSize+1))
	if err != nil {
		return nil, damagedJournal(path, err)
	}
	changes, err := parseJournal(serial, text)
	if err != nil {
		return nil, damagedJournal(path, err)
	}
	return changes, nil
}

// damaged is the error of a journal that cannot be read. It is never overwritten, because it may be the only
// record of the device's previous state.
func damagedJournal(path string, err error) error {
	return &android.Error{What: path, Why: "cannot be read: " + err.Error(),
		Advice: "the file records the state of the device before each change: restore by hand the values that you need, then move the file to another directory and try again"}
}

func parseJournal(serial string, text []byte) ([]Change, error) {
	if len(text) > maxJournalSize {
		return nil, fmt.Errorf("larger than %d bytes", maxJournalSize)
	}
	var head struct{ Schema int }
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, err
	}
	if head.Schema != journalSchema {
		return nil, fmt.Errorf("schema %d is not supported; this version of gleslayergen supports schema %d only", head.Schema, journalSchema)
	}
	var j journalFile
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&j); err != nil {
		return nil, err
	}
	if j.Serial != serial {
		return nil, fmt.Errorf("the file is the journal of another device, %q", j.Serial)
	}
	for _, c := range j.Changes {
		if err := c.check(); err != nil {
			return nil, err
		}
	}
	return j.Changes, nil
}

// write replaces the journal. When it returns nil, the journal is on the disk. Without changes, it removes
// the file.
func writeJournal(serial, dir string, changes []Change) error {
	path := filepath.Join(dir, journalFileName)
	if len(changes) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return syncDir(dir)
	}
	text, err := json.MarshalIndent(journalFile{journalSchema, serial, changes}, "", "  ")
	switch {
	case err != nil:
		return err
	case len(text) > maxJournalSize:
		return &android.Error{What: "journal of device " + serial, Why: fmt.Sprintf("too many changes: the journal would be larger than %d bytes", maxJournalSize),
			Advice: "to undo the recorded changes first: gleslayergen device restore"}
	}
	_, err = os.Lstat(path)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err := replace(path, append(text, '\n')); err != nil {
		return err
	}
	if isNew {
		return syncUp(dir)
	}
	return syncDir(dir)
}

// syncUp syncs the directories of a new journal up to the user's configuration directory, which may be new as
// well.
func syncUp(dir string) error {
	for range 3 {
		if err := syncDir(dir); err != nil {
			return err
		}
		dir = filepath.Dir(dir)
	}
	for _, theirs := range []string{dir, filepath.Dir(dir)} {
		if err := syncDir(theirs); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return nil
}

// synced syncs a file to the disk.
var synced = (*os.File).Sync

// replace writes a new file and renames it over the previous one. The caller holds the directory lock, so the
// name of the new file needs no random part, and a file left by a crash is overwritten.
func replace(path string, text []byte) error {
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// syncDir syncs a directory after a rename.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // directories cannot be synced on Windows
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return synced(f)
}
