package loader

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A Bypass is a process of a run that uses another libEGL than the loader's, so that it has no layers.
type Bypass struct {
	PID      int
	Name     string // of the program
	File     string // its libEGL
	Replaced bool   // its LD_LIBRARY_PATH lacks the directory of the loader
}

// Bypass returns a running process of the run that uses another libEGL, or nil. It finds only processes of this user, and only on
// Linux.
func (r *Run) Bypass() *Bypass {
	own, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is valid
	for _, path := range own {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		environ, failed := os.ReadFile(path)
		if err != nil || failed != nil || !bytes.Contains(environ, []byte(EnvRun+"="+r.Dir+"\x00")) {
			continue
		}
		maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
		if file := libEGLIn(string(maps), r.host.Dir); err == nil && file != "" {
			name, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
			return &Bypass{pid, filepath.Base(name), file, !bytes.Contains(environ, []byte(r.host.Dir))}
		}
	}
	return nil
}

// libEGLIn returns the libEGL in the maps of a process; "" if there is none, or one in dir.
func libEGLIn(maps, dir string) (file string) {
	for line := range strings.Lines(maps) {
		at := strings.IndexByte(line, '/')
		if at < 0 || !strings.HasPrefix(filepath.Base(line[at:]), "libEGL.so") {
			continue
		}
		if file = strings.TrimSpace(line[at:]); filepath.Dir(file) == dir {
			return "" // which opens the driver's, too
		}
	}
	return file
}

// String describes the process and the reason.
func (b *Bypass) String() string {
	why := "it opened that file by its path"
	if b.Replaced {
		why = "it, or a script that started it, replaced " + envLibraries
	}
	return fmt.Sprintf("process %d (%s) uses %s instead of the loader's libEGL, because %s", b.PID, b.Name, b.File, why)
}

// Hint returns what to do.
func (b *Bypass) Hint() string {
	if b.Replaced {
		return "let the program or script keep the previous value: " + envLibraries + "=DIR:$" + envLibraries
	}
	return "make the program open libEGL.so.1 without a directory"
}
