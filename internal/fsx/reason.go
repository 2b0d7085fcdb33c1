package fsx

import (
	"errors"
	"io/fs"
	"os"
)

// Reason returns the text of err without the operation and the path, for messages that name the path themselves.
func Reason(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file or directory" // the same text for directories and archives
	}
	return err.Error()
}
