package testutil

import (
	"errors"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"testing"
)

// Restrict applies the environment variables SET_HOSTNAME, UMASK (octal), FSIZE (maximum file size in bytes) and NO_RIGHTS (switch to
// user 65534) to this process. Tests of properties of a whole process call it in a child process.
func Restrict() error {
	if name := os.Getenv("SET_HOSTNAME"); name != "" {
		if err := syscall.Sethostname([]byte(name)); err != nil {
			return err
		}
	}
	if mask, err := strconv.ParseInt(os.Getenv("UMASK"), 8, 32); err == nil {
		syscall.Umask(int(mask))
	}
	if size, err := strconv.ParseUint(os.Getenv("FSIZE"), 10, 32); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
			return err
		}
	}
	if os.Getenv("NO_RIGHTS") == "" || os.Geteuid() != 0 {
		return nil
	}
	return errors.Join(syscall.Setgroups(nil), syscall.Setgid(65534), syscall.Setuid(65534))
}

// PublicDir returns a new directory that every user can enter and write to. Directories of t.TempDir have a private parent.
func PublicDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "project-open-")
	if err == nil {
		err = os.Chmod(dir, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
