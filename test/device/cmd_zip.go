package device

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

// unzip supports -p (print to stdout), -l and -d.
func unzip(p *process) int {
	letters, names := flags(p.args[1:], "d")
	if len(names) == 0 {
		return p.fail("missing archive filename")
	}
	data, err := p.read(names[0])
	if err != nil {
		return p.fail("couldn't open %s: %s", names[0], errorText(err))
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return p.fail("%s: %v", names[0], err)
	}
	status, found := 0, len(names) == 1
	for _, f := range archive.File {
		if !matchesAny(f.Name, names[1:]) {
			continue
		}
		found = true
		if s := p.unzipOne(f, letters); s != 0 {
			status = s
		}
	}
	if !found {
		return 11
	}
	return status
}

func matchesAny(name string, globs []string) bool {
	for _, glob := range globs {
		if match, _ := path.Match(glob, name); match || strings.HasSuffix(glob, "*") && strings.HasPrefix(name, strings.TrimSuffix(glob, "*")) {
			return true
		}
	}
	return len(globs) == 0
}

func (p *process) unzipOne(f *zip.File, letters map[rune]string) int {
	if _, list := letters['l']; list {
		fmt.Fprintf(p.out, "%9d  %s  %s\n", f.UncompressedSize64, f.Modified.Format("2006-01-02 15:04"), f.Name)
		return 0
	}
	in, err := f.Open()
	if err != nil {
		return p.fail("%s: %v", f.Name, err)
	}
	defer in.Close()
	out := p.out
	if _, print := letters['p']; !print {
		name := p.abs(path.Join(letters['d'], path.Clean("/"+f.Name)))
		if err := p.device.tree.mkdirAll(p.who, path.Dir(name), 0o755); err != nil {
			return p.fail("%s: %s", name, errorText(err))
		}
		file, err := p.device.openAny(p.who, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		if err != nil {
			return p.fail("%s: %s", name, errorText(err))
		}
		defer file.Close()
		out = file
	}
	if _, err := io.Copy(out, io.LimitReader(in, readLimit)); err != nil {
		return p.fail("%s: %s", f.Name, errorText(err))
	}
	return 0
}
