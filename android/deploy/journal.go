package deploy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// journalTimeout is how long a run waits for another run that changes the same device. Most runs take a
// second.
var journalTimeout = time.Second

// A Journal records the changes of one device that are not undone yet. While it is open, no other run can
// open it.
type Journal struct {
	serial, dir string
	changes     []Change
	held        *os.File
}

// OpenJournal locks the journal of a device for this process, and creates it on first use.
func OpenJournal(serial string) (*Journal, error) {
	dir, err := journalDir(serial)
	if err != nil {
		return nil, err
	}
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := fsx.MakePrivateDir(d); err != nil {
			return nil, &android.Error{What: "journal of device " + serial, Why: err.Error(),
				Advice: "gleslayergen records each change of a device in this directory before it makes the change; allow only your user to access the directory (chmod 700), or set XDG_CONFIG_HOME to another directory"}
		}
	}
	held, err := lockJournal(serial, dir)
	if err != nil {
		return nil, err
	}
	changes, err := readJournalFile(serial, dir)
	if err != nil {
		held.Close()
		return nil, err
	}
	return &Journal{serial: serial, dir: dir, changes: changes, held: held}, nil
}

// lockJournal locks the directory of a device and waits up to journalTimeout for another process. It polls,
// because a blocking flock has no timeout and cannot be canceled.
func lockJournal(serial, dir string) (*os.File, error) {
	for deadline := time.Now().Add(journalTimeout); ; time.Sleep(20 * time.Millisecond) {
		held, state, err := fsx.TryLock(dir)
		switch {
		case err != nil:
			return nil, &android.Error{What: "journal of device " + serial, Why: err.Error(), Advice: "check that the directory belongs to you and that you can write to it"}
		case state != fsx.LockBusy:
			return held, nil
		case time.Now().After(deadline):
			return nil, &android.Error{What: "device " + serial, Why: "another gleslayergen process is changing the device",
				Advice: "try again when the other process has ended"}
		}
	}
}

// ReadJournal returns the changes of a device that are not undone. It does not lock the journal.
func ReadJournal(serial string) ([]Change, error) {
	dir, err := journalDir(serial)
	if err != nil {
		return nil, err
	}
	return readJournalFile(serial, dir)
}

// Changes returns the changes that are not undone, oldest first. The slice is a copy.
func (j *Journal) Changes() []Change { return slices.Clone(j.changes) }

// Begin records changes before they are made. When it returns nil, they are on the disk.
func (j *Journal) Begin(changes ...Change) error {
	for _, c := range changes {
		if err := c.check(); err != nil {
			return fmt.Errorf("device %s: %w", j.serial, err)
		}
	}
	return j.store(append(slices.Clone(j.changes), changes...))
}

// Done removes changes that are undone or were never made. Of equal changes, it removes the last.
func (j *Journal) Done(changes ...Change) error {
	left := slices.Clone(j.changes)
	for _, c := range slices.Backward(changes) {
		for i := len(left) - 1; i >= 0; i-- {
			if left[i] == c {
				left = slices.Delete(left, i, i+1)
				break
			}
		}
	}
	return j.store(left)
}

// Fold replaces two consecutive changes of one object by one change: from the value before the first to the
// value after the second.
func (j *Journal) Fold(first, second Change) error {
	both := first
	both.After, both.AfterSet = second.After, second.AfterSet
	left := slices.Clone(j.changes)
	for i, c := range slices.Backward(left) {
		if c == second {
			left = slices.Delete(left, i, i+1)
			break
		}
	}
	if i := slices.Index(left, first); i >= 0 {
		left[i] = both
	}
	return j.store(left)
}

func (j *Journal) store(changes []Change) error {
	if slices.Equal(changes, j.changes) {
		return nil
	}
	if err := writeJournal(j.serial, j.dir, changes); err != nil {
		if full, ok := errors.AsType[*android.Error](err); ok {
			return full
		}
		return &android.Error{What: "journal of device " + j.serial, Why: err.Error(),
			Advice: "no recorded change is lost; free disk space, or make this directory writable: " + j.dir}
	}
	j.changes = changes
	return nil
}

// Close unlocks the journal.
func (j *Journal) Close() error { return j.held.Close() }
