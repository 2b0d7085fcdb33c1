package loader

import (
	"errors"
	"io/fs"
	"os/exec"
	"time"
)

// stopGrace is the time that a program has to end after SIGTERM.
const stopGrace = 3 * time.Second

// Ended is how a program ended.
type Ended struct {
	Code   int // the exit status, or 128 plus the signal number, as in shells
	Signal int // 0 if no signal ended it
}

// Launch runs a command, whose streams are files or nil, until it ends. The program controls the terminal,
// and Launch forwards signals that this process receives.
func Launch(cmd *exec.Cmd) (Ended, error) { return LaunchUntil(cmd, nil) }

// LaunchUntil also ends the command when stop is closed: by SIGTERM, and by SIGKILL if it then still runs after stopGrace.
func LaunchUntil(cmd *exec.Cmd, stop <-chan struct{}) (Ended, error) {
	ended, err := launch(cmd, stop)
	var path *fs.PathError
	if errors.As(err, &path) {
		f := &Fault{What: cmd.Path, Why: "start failed: " + path.Err.Error()}
		if errors.Is(err, fs.ErrNotExist) { // it existed before, so the interpreter is missing
			f.Remedy = "check that the interpreter of the program exists on this machine: a script names it in its first line; for an ELF program, readelf -l prints it"
		}
		return ended, f
	}
	return ended, err
}
