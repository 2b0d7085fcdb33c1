package link

import (
	"errors"
	"path/filepath"
)

// ErrNoDir is the error for an environment that does not define where recorders register.
var ErrNoDir = errors.New("no control directory: set GLTRACE_FOLDER, XDG_RUNTIME_DIR or HOME to an absolute path")

// Dir returns the directory where the recorders of this user's programs register.
func Dir(getenv func(string) string) (string, error) {
	for _, place := range [][2]string{{"GLTRACE_FOLDER", "."}, {"XDG_RUNTIME_DIR", "gleslayergen/trace"}, {"HOME", ".cache/gleslayergen/trace"}} {
		if dir := getenv(place[0]); filepath.IsAbs(dir) {
			return filepath.Join(dir, place[1]), nil
		}
	}
	return "", ErrNoDir
}

// Refused is a rejected registration and the reason.
type Refused struct {
	Name string
	Err  error
}
