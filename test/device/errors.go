package device

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// errno are the words of the C library.
var errno = map[syscall.Errno]string{
	syscall.ENOENT: "No such file or directory", syscall.EACCES: "Permission denied", syscall.EPERM: "Operation not permitted",
	syscall.EISDIR: "Is a directory", syscall.ENOTDIR: "Not a directory", syscall.ENOTEMPTY: "Directory not empty",
	syscall.EEXIST: "File exists", syscall.ENOSPC: "No space left on device", syscall.EINVAL: "Invalid argument",
	syscall.ELOOP: "Too many symbolic links encountered", syscall.ESRCH: "No such process", syscall.EROFS: "Read-only file system",
}

func errorText(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		if text := errno[number]; text != "" {
			return text
		}
	}
	return err.Error()
}

// exception is what is seen of one that a system service throws.
func (p *process) exception(verb, text string) {
	if message, _, ok := strings.Cut(strings.TrimPrefix(text, "java.lang.SecurityException: "), "\n"); ok && strings.HasPrefix(text, "java.lang.SecurityException") {
		fmt.Fprintf(p.err, "Security exception: %s\n\n%s", message, text)
		return
	}
	fmt.Fprintf(p.err, "%s\n%s", strings.ReplaceAll(p.device.release.words("executing"), "{verb}", verb), text)
}
