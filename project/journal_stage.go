package project

import (
	"encoding/json"
	"io/fs"
	"os"
	pathpkg "path"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// stage writes the journal and the new files. If it fails, or if stopped returns true, it removes them.
func (f *rootDir) stage(j *journal, stopped func() bool) error {
	text, err := json.MarshalIndent(j, "", " ")
	if err != nil {
		return err
	}
	if err = f.create(stagingName, text, 0, true); err != nil {
		err = f.updateWriteError(stagingName, err)
	} else {
		err = f.stageFiles(j, stopped)
	}
	if err == nil {
		if err = f.Rename(stagingName, JournalName); err != nil {
			err = f.updateWriteError(JournalName, err)
		}
	}
	if err != nil {
		_ = f.undo(j) // the next run removes what is left
	}
	return err
}

func (f *rootDir) stageFiles(j *journal, stopped func() bool) error {
	for _, dir := range j.Dirs {
		if err := f.Mkdir(dir, 0o777); err != nil {
			return f.updateWriteError(dir, err)
		}
	}
	for _, s := range j.Steps {
		if stopped() {
			return errInterrupted
		}
		if s.New == "" {
			continue
		}
		// A generated file that a power failure damages can be generated again, so it is not synced.
		if err := f.create(stagedName(s.Path), s.content, s.mode, !isGenerated(s.Path)); err != nil {
			return f.updateWriteError(s.Path, err)
		}
	}
	return nil
}

// create creates a file. It fails if the file exists.
func (f *rootDir) create(path string, content []byte, mode fs.FileMode, sync bool) error {
	file, err := f.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil && mode != 0 {
		err = setMode(file, mode)
	}
	if err == nil && sync {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// setMode sets the permissions of the file that is replaced.
func setMode(file *os.File, mode fs.FileMode) error {
	info, err := file.Stat()
	if err != nil || info.Mode().Perm() == mode.Perm() {
		return err
	}
	return file.Chmod(mode.Perm())
}

// undo removes the files that stage wrote.
func (f *rootDir) undo(j *journal) error {
	for _, s := range j.Steps {
		if err := f.removeStaged(s.Path); err != nil {
			return err
		}
	}
	for i := len(j.Dirs) - 1; i >= 0; i-- {
		_ = f.Remove(j.Dirs[i]) // fails if it is not empty
	}
	return f.removeIfThere(stagingName)
}

func (f *rootDir) removeStaged(path string) error {
	if err := f.checkDirs(pathpkg.Dir(path)); isMissing(err) {
		return nil
	} else if err != nil {
		return err
	}
	return f.removeIfThere(stagedName(path))
}

func (f *rootDir) removeIfThere(path string) error {
	if err := f.Remove(path); err != nil && !isMissing(err) {
		return f.updateWriteError(path, err)
	}
	return nil
}

func (f *rootDir) updateWriteError(path string, err error) error {
	return &Error{What: "cannot write " + f.name(path), Why: fsx.Reason(err), Advice: "nothing was changed; make sure that the directory is writable and that the disk has free space, then run the command again"}
}
