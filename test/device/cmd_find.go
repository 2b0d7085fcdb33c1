package device

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// find supports -name, -type, -maxdepth, -mindepth, -print and -delete.
func find(p *process) int {
	args := p.args[1:]
	var starts []string
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		starts, args = append(starts, args[0]), args[1:]
	}
	if len(starts) == 0 {
		starts = []string{"."}
	}
	tests := map[string]string{}
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-name", "-iname", "-type", "-maxdepth", "-mindepth", "-path":
			if i+1 == len(args) {
				return p.fail("%s needs an argument", args[i])
			}
			tests[args[i]] = args[i+1]
			i++
		case "-print", "-delete":
			tests[args[i]] = ""
		default:
			return p.fail("bad arg '%s'", args[i])
		}
	}
	return p.each(starts, func(start string) error { return p.findBelow(p.givenPath(start, starts), 0, tests) })
}

func (p *process) findBelow(name string, depth int, tests map[string]string) error {
	info, err := p.device.tree.stat(p.who, p.abs(name), false)
	if err != nil {
		return err
	}
	if limit, ok := tests["-maxdepth"]; info.IsDir() && (!ok || depth < number(limit)) {
		entries, err := p.device.tree.list(p.who, p.abs(name))
		if err != nil {
			p.fail("%s: %s", name, errorText(err))
		}
		defer func() {
			for _, e := range entries {
				if err := p.findBelow(path.Join(name, e.name), depth+1, tests); err != nil {
					p.fail("%s: %s", e.name, errorText(err))
				}
			}
		}()
	}
	if least, ok := tests["-mindepth"]; ok && depth < number(least) || !findMatches(name, info, tests) {
		return nil
	}
	if _, ok := tests["-delete"]; ok {
		return p.device.tree.remove(p.who, p.abs(name))
	}
	fmt.Fprintln(p.out, name)
	return nil
}

func findMatches(name string, info fileInfo, tests map[string]string) bool {
	if glob, ok := tests["-name"]; ok {
		if match, err := path.Match(glob, path.Base(name)); err != nil || !match {
			return false
		}
	}
	if glob, ok := tests["-path"]; ok && !strings.Contains(name, strings.Trim(glob, "*")) {
		return false
	}
	switch tests["-type"] {
	case "f":
		return info.Mode().IsRegular()
	case "d":
		return info.IsDir()
	case "l":
		return info.attr.link != ""
	}
	return true
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func readlink(p *process) int {
	letters, names := flags(p.args[1:], "")
	if _, full := letters['f']; full {
		p.args = append([]string{"realpath"}, names...)
		return realpath(p)
	}
	if len(names) != 1 {
		return p.fail("Needs 1 argument")
	}
	info, err := p.device.tree.stat(p.who, p.abs(names[0]), false)
	if err != nil || info.attr.link == "" {
		return 1
	}
	fmt.Fprintln(p.out, info.attr.link)
	return 0
}

func realpath(p *process) int {
	_, names := flags(p.args[1:], "")
	return p.each(names, func(name string) error {
		real, err := p.device.tree.reach(p.who, name, true)
		if err != nil {
			return err
		}
		if _, err := p.device.tree.stat(p.who, path.Dir(real), true); err != nil {
			return err
		}
		fmt.Fprintln(p.out, real)
		return nil
	})
}
