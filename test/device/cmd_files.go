package device

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"syscall"
	"time"
)

// each calls a function for each path and prints its errors.
func (p *process) each(names []string, do func(name string) error) int {
	if len(names) == 0 {
		return p.fail("Needs 1 argument")
	}
	status := 0
	for _, name := range names {
		if err := do(p.abs(name)); err != nil {
			status = p.fail("'%s': %s", name, errorText(err))
		}
	}
	return status
}

// changed records a change of a file. It fails if the device is disconnected.
func (p *process) changed(what, name string) bool { return p.step("file", name, "", what) }

func mkdir(p *process) int {
	letters, names := flags(p.args[1:], "m")
	mode := fs.FileMode(0o755)
	if p.who.uid >= 10000 {
		mode = 0o700
	}
	if m, err := strconv.ParseUint(letters['m'], 8, 12); err == nil {
		mode = fs.FileMode(m)
	}
	_, parents := letters['p']
	return p.each(names, func(name string) error {
		if !p.changed("made", name) {
			return errCable
		}
		if parents {
			return p.device.tree.mkdirAll(p.who, name, mode)
		}
		return p.device.tree.mkdir(p.who, name, mode)
	})
}

func rmdir(p *process) int {
	_, names := flags(p.args[1:], "")
	return p.each(names, func(name string) error {
		if info, err := p.device.tree.stat(p.who, name, false); err != nil || !info.IsDir() {
			return syscall.ENOTDIR
		}
		if !p.changed("removed", name) {
			return errCable
		}
		return p.device.tree.remove(p.who, name)
	})
}

func ln(p *process) int {
	letters, names := flags(p.args[1:], "")
	if len(names) != 2 {
		return p.fail("Needs 2 arguments")
	}
	to := p.abs(names[1])
	if info, err := p.device.tree.stat(p.who, to, true); err == nil && info.IsDir() {
		to = path.Join(to, path.Base(names[0]))
	}
	if _, force := letters['f']; force {
		_ = p.device.tree.remove(p.who, to)
	}
	if !p.changed("linked", to) {
		return statusCable
	}
	var err error
	if _, soft := letters['s']; soft {
		err = p.device.tree.symlink(p.who, names[0], to)
	} else if info, e := p.device.tree.stat(p.who, p.abs(names[0]), true); e != nil {
		err = e
	} else {
		err = p.copyFile(p.abs(names[0]), to, info, true)
	}
	if err != nil {
		return p.fail("cannot create link from '%s' to '%s': %s", names[0], to, errorText(err))
	}
	return 0
}

func touch(p *process) int {
	_, names := flags(p.args[1:], "tdr")
	return p.each(names, func(name string) error {
		file, err := p.device.openAny(p.who, name, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		file.Close()
		real, err := p.device.tree.resolve(name, true)
		if err != nil {
			return err
		}
		return p.device.tree.touch(real, time.Now())
	})
}
