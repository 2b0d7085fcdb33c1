package device

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// ls supports the forms that tools parse: names, -l, -d, -a, -1, -n.
func ls(p *process) int {
	letters, names := flags(p.args[1:], "")
	if len(names) == 0 {
		names = []string{"."}
	}
	_, flat := letters['d']
	return p.each(names, func(name string) error {
		info, err := p.device.tree.stat(p.who, name, len(letters) == 0)
		if err != nil {
			return err
		}
		if target, err := p.device.tree.stat(p.who, name, true); err == nil && target.IsDir() && !flat {
			return p.lsDir(name, letters, len(names) > 1)
		}
		info.name = p.givenPath(name, names)
		p.lsLine(info, letters)
		return nil
	})
}

// givenPath returns a path as the user gave it.
func (p *process) givenPath(name string, given []string) string {
	for _, g := range given {
		if p.abs(g) == name {
			return g
		}
	}
	return name
}

func (p *process) lsDir(name string, letters map[rune]string, titled bool) error {
	entries, err := p.device.tree.list(p.who, name)
	if err != nil {
		return err
	}
	if titled {
		fmt.Fprintf(p.out, "%s:\n", name)
	}
	if _, long := letters['l']; long {
		fmt.Fprintln(p.out, "total", len(entries)*4)
	}
	for _, e := range entries {
		if _, all := letters['a']; all || !strings.HasPrefix(e.name, ".") {
			p.lsLine(e, letters)
		}
	}
	return nil
}

func (p *process) lsLine(info fileInfo, letters map[rune]string) {
	owner, group := ownerName(info.attr.uid), ownerName(info.attr.gid)
	_, numeric := letters['n']
	if numeric {
		owner, group = strconv.Itoa(info.attr.uid), strconv.Itoa(info.attr.gid)
	}
	if _, long := letters['l']; !long && !numeric {
		fmt.Fprintln(p.out, info.name)
		return
	}
	link := ""
	if info.attr.link != "" {
		link = " -> " + info.attr.link
	}
	fmt.Fprintf(p.out, "%s 1 %s %s %d %s %s%s\n", modeString(info), owner, group, info.Size(), info.ModTime().Format("2006-01-02 15:04"), info.name, link)
}

// modeString returns the ten mode characters of ls.
func modeString(info fileInfo) string {
	letters := []byte("-rwxrwxrwx")
	for i := range 9 {
		if info.attr.mode&(1<<(8-i)) == 0 {
			letters[i+1] = '-'
		}
	}
	switch {
	case info.IsDir():
		letters[0] = 'd'
	case info.Mode()&fs.ModeSymlink != 0:
		letters[0] = 'l'
	}
	if info.attr.mode&0o1000 != 0 {
		letters[9] = 't'
	}
	return string(letters)
}

// stat supports -c, and prints a part of its default output without it.
func stat(p *process) int {
	letters, names := flags(p.args[1:], "c")
	format := letters['c']
	if format == "" {
		format = "  File: %N\n  Size: %s\t Blocks: 8\t IO Blocks: 512\t%F\nAccess: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)"
	}
	_, follow := letters['L']
	return p.each(names, func(name string) error {
		info, err := p.device.tree.stat(p.who, name, follow)
		if err != nil {
			return err
		}
		fmt.Fprintln(p.out, statFormat(format, p.givenPath(name, names), info))
		return nil
	})
}

func statFormat(format, name string, info fileInfo) string {
	kind := "regular file"
	if info.IsDir() {
		kind = "directory"
	} else if info.attr.link != "" {
		kind = "symbolic link"
	}
	return strings.NewReplacer("%%", "%", "%n", name, "%N", name, "%s", fmt.Sprint(info.Size()), "%a", fmt.Sprintf("%o", info.attr.mode), "%A", modeString(info),
		"%u", fmt.Sprint(info.attr.uid), "%U", ownerName(info.attr.uid), "%g", fmt.Sprint(info.attr.gid), "%G", ownerName(info.attr.gid),
		"%Y", fmt.Sprint(info.ModTime().Unix()), "%y", info.ModTime().Format("2006-01-02 15:04:05.000000000 -0700"), "%F", kind, `\n`, "\n", `\t`, "\t").Replace(format)
}

// df prints the size of /data in KiB.
func df(p *process) int {
	p.device.tree.mu.Lock()
	free := p.device.tree.free
	p.device.tree.mu.Unlock()
	const size = 64 << 20 // KiB
	left := int64(size / 2)
	if free >= 0 {
		left = free / 1024
	}
	fmt.Fprintf(p.out, "Filesystem       1K-blocks     Used Available Use%% Mounted on\n/dev/block/dm-5 %11d %8d %9d %3d%% /data\n", int64(size), size-left, left, (size-left)*100/size)
	return 0
}

func du(p *process) int {
	_, names := flags(p.args[1:], "")
	return p.each(names, func(name string) error {
		total := int64(0)
		err := p.walk(name, true, func(_ string, info fileInfo) error { total += info.Size(); return nil })
		fmt.Fprintf(p.out, "%d\t%s\n", (total+1023)/1024, p.givenPath(name, names))
		return err
	})
}
