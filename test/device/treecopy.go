package device

import (
	"io"
	"os"
	"path"
	"strings"
	"syscall"
)

// copyIn copies a file of this machine to the device, with the owner.
func (t *tree) copyIn(from, name string, a attr) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return t.write(in, name, a)
}

// putFile creates a file as the system.
func (t *tree) putFile(name, content string, a attr) error {
	return t.write(strings.NewReader(content), name, a)
}

func (t *tree) write(in io.Reader, name string, a attr) error {
	if err := t.mkdirAll(user{}, path.Dir(name), 0o755); err != nil {
		return err
	}
	out, err := t.openFile(user{}, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, a.mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(metered{out, t}, in)
	if e := out.Close(); err == nil {
		err = e
	}
	if real, e := t.resolve(name, true); e == nil {
		t.setAttr(real, a)
	}
	if err == syscall.ENOSPC {
		_ = t.remove(user{}, name)
	}
	return err
}
