package replay

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is the number of bytes that a user's pipes can have by default.
const pipeSize = 1 << 20

// enlargePipe makes a pipe larger, so that its ends wait less often. Without it, the replay takes more processor time.
func enlargePipe(pipe io.Writer) {
	file, ok := pipe.(*os.File)
	if !ok {
		return
	}
	if c, err := file.SyscallConn(); err == nil {
		_ = c.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}
