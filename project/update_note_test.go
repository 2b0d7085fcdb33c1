//go:build unix

package project

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// A note is read from nothing but a plain file of the size of one, and nothing waits for the other end of a pipe.
func TestUpdateNote(t *testing.T) {
	for name, put := range map[string]func(at string, note []byte) error{
		"a link": func(at string, note []byte) error {
			return errors.Join(os.WriteFile(at+".aside", note, 0o600), os.Symlink(at+".aside", at))
		},
		"a pipe":      func(at string, _ []byte) error { return syscall.Mkfifo(at, 0o600) },
		"a folder":    func(at string, _ []byte) error { return os.Mkdir(at, 0o700) },
		"a long file": func(at string, note []byte) error { return os.WriteFile(at, append(note, note...), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, loads := madeWith(t), 0
			q := remembering(t, dir, &loads)
			at := planOf(t, q).memory()
			note := []byte(readText(t, at))
			if err := errors.Join(os.Remove(at), put(at, note)); err != nil {
				t.Fatal(err)
			}
			if u := planOf(t, q); u.current || loads != 2 {
				t.Errorf("current %v, %d loads", u.current, loads)
			}
		})
	}
}
