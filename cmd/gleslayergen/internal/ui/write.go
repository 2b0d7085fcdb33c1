package ui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file completely or not at all: it writes a temporary file beside it and renames that.
func WriteFile(path string, data []byte) error {
	return WriteWhole(path, 0o644, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteWhole is like WriteFile, for content that is written piece by piece.
func WriteWhole(path string, mode os.FileMode, fill func(io.Writer) error) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: cannot write: not a regular file", path)
	}
	return writeWhole(path, mode, os.Rename, fill)
}

// WriteNew is like WriteWhole for a file that must not exist, also not at the end. The error is then fs.ErrExist.
func WriteNew(path string, mode os.FileMode, fill func(io.Writer) error) error {
	return writeWhole(path, mode, RenameNew, fill)
}

// RenameNew renames a file. It fails with fs.ErrExist if the new name exists. It first reserves the name with an empty file: not all file systems have links.
func RenameNew(from, to string) error {
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err = errors.Join(f.Close(), os.Rename(from, to)); err != nil {
		os.Remove(to)
	}
	return err
}

func writeWhole(path string, mode os.FileMode, rename func(from, to string) error, fill func(io.Writer) error) error {
	out := &fileWriter{}
	err := replace(path, mode, rename, func(w io.Writer) error {
		out.w = w
		out.filled = fill(out)
		return out.filled
	})
	if err != nil && (err != out.filled || out.failed) {
		return fmt.Errorf("%s: cannot write: %w", path, WithoutPath(err))
	}
	return err
}

// fileWriter is the writer of a file. It tells errors of the file from errors of its content.
type fileWriter struct {
	w      io.Writer
	failed bool
	filled error
}

func (o *fileWriter) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.failed = o.failed || err != nil
	return n, err
}

func replace(path string, mode os.FileMode, rename func(from, to string) error, fill func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	err = fill(f)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return rename(f.Name(), path)
}

// WithoutPath returns the cause of a file error without the path, which may be that of a temporary file.
func WithoutPath(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
