package device

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"syscall"
)

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

// newMode parses 0755 or u+x,go-w.
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

// walk visits a path and, if deep is set, everything below it.
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

// userID returns the ID of a user name or number, or -1.
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

// appUser returns the user name of an app.
func appUser(uid int) string {
	if n := uid % userRange; n >= 10000 {
		return fmt.Sprintf("u%d_a%d", uid/userRange, n-10000)
	}
	return strconv.Itoa(uid)
}
