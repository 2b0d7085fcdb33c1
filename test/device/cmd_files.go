package device

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// each does a thing to each path, and says which ones would not.
func (p *process) each(names []string, do func(name string) error) int {
	if len(names) == 0 {
		return p.fail("Needs 1 argument")
	}
	status := 0
	for _, name := range names {
		if err := do(p.abs(name)); err != nil {
			status = p.fail("'%s': %s", name, words(err))
		}
	}
	return status
}

// changed records what becomes of a file now, unless the cable is pulled.
func (p *process) changed(what, name string) bool { return p.step("file", name, "", what) }

func cp(p *process) int { return p.copyOrMove(false) }
func mv(p *process) int { return p.copyOrMove(true) }

// copyOrMove takes sources and a target, which may be a folder to put them in.
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
		return p.fail("cannot create link from '%s' to '%s': %s", names[0], to, words(err))
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

func chmod(p *process) int {
	letters, names := flags(p.args[1:], "")
	if len(names) < 2 {
		return p.fail("Needs 2 arguments")
	}
	_, deep := letters['R']
	return p.each(names[1:], func(name string) error {
		return p.walk(name, deep, func(name string, info fileInfo) error {
			mode, ok := newMode(info.attr.mode, names[0])
			if !ok {
				return syscall.EINVAL
			}
			if !p.changed("chmod "+names[0], name) {
				return errCable
			}
			return p.device.tree.chmod(p.who, name, mode)
		})
	})
}

// newMode reads 0755 or u+x,go-w.
func newMode(mode fs.FileMode, text string) (fs.FileMode, bool) {
	if n, err := strconv.ParseUint(text, 8, 12); err == nil {
		return fs.FileMode(n), true
	}
	for clause := range strings.SplitSeq(text, ",") {
		at := strings.IndexAny(clause, "+-=")
		if at < 0 {
			return 0, false
		}
		var who, bits fs.FileMode
		for _, letter := range clause[:at] {
			who |= map[rune]fs.FileMode{'u': 0o700, 'g': 0o70, 'o': 0o7, 'a': 0o777}[letter]
		}
		if at == 0 {
			who = 0o777
		}
		for _, letter := range clause[at+1:] {
			bits |= map[rune]fs.FileMode{'r': 0o444, 'w': 0o222, 'x': 0o111, 'X': 0o111}[letter]
		}
		switch bits &= who; clause[at] {
		case '+':
			mode |= bits
		case '-':
			mode &^= bits
		default:
			mode = mode&^who | bits
		}
	}
	return mode, true
}

// walk visits a path and, if deep, all below it.
func (p *process) walk(name string, deep bool, visit func(string, fileInfo) error) error {
	info, err := p.device.tree.stat(p.who, name, !deep)
	if err != nil {
		return err
	}
	if err := visit(name, info); err != nil || !deep || !info.IsDir() {
		return err
	}
	entries, err := p.device.tree.list(p.who, name)
	for _, e := range entries {
		if err == nil {
			err = p.walk(path.Join(name, e.name), true, visit)
		}
	}
	return err
}

func chown(p *process) int {
	letters, names := flags(p.args[1:], "")
	if len(names) < 2 {
		return p.fail("Needs 2 arguments")
	}
	owner, group, _ := strings.Cut(strings.Replace(names[0], ".", ":", 1), ":")
	if p.args[0] == "chgrp" {
		owner, group = "", owner
	}
	uid, ok1 := p.device.userID(owner)
	gid, ok2 := p.device.userID(group)
	if !ok1 || !ok2 {
		return p.fail("bad user '%s'", names[0])
	}
	_, deep := letters['R']
	return p.each(names[1:], func(name string) error {
		return p.walk(name, deep, func(name string, _ fileInfo) error {
			if !p.changed("chown "+names[0], name) {
				return errCable
			}
			return p.device.tree.chown(p.who, name, uid, gid)
		})
	})
}

// userID is that of a name or number, -1 for none.
func (d *Device) userID(name string) (int, bool) {
	switch name {
	case "":
		return -1, true
	case "root":
		return 0, true
	case "system":
		return uidSystem, true
	case "shell":
		return uidShell, true
	}
	if id, err := strconv.Atoi(name); err == nil {
		return id, true
	}
	var user, app int
	if n, err := fmt.Sscanf(name, "u%d_a%d", &user, &app); n == 2 && err == nil {
		return user*userRange + 10000 + app, true
	}
	return 0, false
}

// appUser is the name of an app's user.
func appUser(uid int) string {
	if n := uid % userRange; n >= 10000 {
		return fmt.Sprintf("u%d_a%d", uid/userRange, n-10000)
	}
	return strconv.Itoa(uid)
}
