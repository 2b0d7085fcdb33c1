package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// DataMode is where an export writes captured data.
type DataMode string

// The modes.
const (
	DataBase64 DataMode = "base64" // in the lines
	DataFiles  DataMode = "files"  // in a directory, each content once
	DataNone   DataMode = "none"
)

// DataModes lists the modes.
var DataModes = []DataMode{DataBase64, DataFiles, DataNone}

// Store writes data to files of a directory. The name of a file is the SHA-256 of its content.
type Store struct {
	Dir   string // existing directory
	Name  string // of the directory in references
	Files int
	Bytes int64
}

// Add writes data, unless there is a file with the same content, and returns the reference to the file.
func (s *Store) Add(data []byte) (string, error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:]) + ".bin"
	ref := path.Join(s.Name, name)
	f, err := os.OpenFile(filepath.Join(s.Dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return ref, nil
	}
	if err == nil {
		_, err = f.Write(data)
		err = cmp.Or(err, f.Close())
	}
	if err != nil {
		return "", fmt.Errorf("%s: cannot write: %w", s.Name, cause(err))
	}
	s.Files++
	s.Bytes += int64(len(data))
	return ref, nil
}

// cause returns the cause of a file error without the path, which is that of a temporary file.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
