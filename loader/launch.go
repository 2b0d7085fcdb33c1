package loader

import (
	"errors"
	"io/fs"
	"os/exec"
)

// Ended is how a program ended.
type Ended struct {
	Code   int // its status, or 128 and the number of the signal, as shells have it
	Signal int // 0: it ended of itself
}

// Launch runs a command, whose streams are files or nil, until it ends. The terminal and its keys are the program's, and
// a signal for this process goes to the program.
func Launch(cmd *exec.Cmd) (Ended, error) {
	ended, err := launch(cmd)
	var path *fs.PathError
	if errors.As(err, &path) {
		f := &Fault{What: cmd.Path, Why: "start failed: " + path.Err.Error()}
		if errors.Is(err, fs.ErrNotExist) { // it was found before
			f.Remedy = "check that its interpreter exists on this machine: the first line of a script, or readelf -l of a program, names it"
		}
		return ended, f
	}
	return ended, err
}
