package device

import (
	"io"
	"os"
	"path"
	"syscall"
)

func cp(p *process) int { return p.copyOrMove(false) }
func mv(p *process) int { return p.copyOrMove(true) }

// copyOrMove implements cp and mv. The target may be an existing directory.
func (p *process) copyOrMove(move bool) int {
	letters, names := flags(p.args[1:], "")
	if len(names) < 2 {
		return p.fail("Needs 2 arguments")
	}
	to := p.abs(names[len(names)-1])
	info, err := p.device.tree.stat(p.who, to, true)
	inside := err == nil && info.IsDir()
	if len(names) > 2 && !inside {
		return p.fail("'%s' not directory", names[len(names)-1])
	}
	_, r := letters['r']
	_, a := letters['a']
	_, R := letters['R']
	_, keep := letters['p']
	return p.each(names[:len(names)-1], func(name string) error {
		target := to
		if inside {
			target = path.Join(to, path.Base(name))
		}
		if !p.changed("written", target) {
			return errCable
		}
		if move {
			return p.device.tree.rename(p.who, name, target)
		}
		return p.copyTree(name, target, r || a || R, keep || a)
	})
}

func (p *process) copyTree(from, to string, deep, keep bool) error {
	t := p.device.tree
	info, err := t.stat(p.who, from, true)
	switch {
	case err != nil:
		return err
	case info.IsDir() && !deep:
		return syscall.EISDIR
	case !info.IsDir():
		return p.copyFile(from, to, info, keep)
	}
	if err := t.mkdirAll(p.who, to, info.attr.mode); err != nil {
		return err
	}
	entries, err := t.list(p.who, from)
	for _, e := range entries {
		if err == nil {
			err = p.copyTree(path.Join(from, e.name), path.Join(to, e.name), deep, keep)
		}
	}
	return err
}

func (p *process) copyFile(from, to string, info fileInfo, keep bool) error {
	in, err := p.device.openAny(p.who, from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	mode := info.attr.mode &^ 0o22
	out, err := p.device.openAny(p.who, to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	defer out.Close()
	if _, err = io.Copy(out, in); err == nil && keep {
		err = p.device.tree.chmod(p.who, to, info.attr.mode)
	}
	return err
}

func rm(p *process) int {
	letters, names := flags(p.args[1:], "")
	_, force := letters['f']
	_, r := letters['r']
	_, R := letters['R']
	if force && len(names) == 0 {
		return 0
	}
	return p.each(names, func(name string) error {
		if !p.changed("removed", name) {
			return errCable
		}
		err := p.removeTree(name, r || R)
		if force && err == syscall.ENOENT {
			return nil
		}
		return err
	})
}

func (p *process) removeTree(name string, deep bool) error {
	t := p.device.tree
	info, err := t.stat(p.who, name, false)
	if err != nil {
		return err
	}
	if info.IsDir() {
		if !deep {
			return syscall.EISDIR
		}
		entries, err := t.list(p.who, name)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if err := p.removeTree(path.Join(name, e.name), true); err != nil {
				return err
			}
		}
	}
	return t.remove(p.who, name)
}
