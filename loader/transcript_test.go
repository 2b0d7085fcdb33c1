//go:build linux

package loader_test

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"syscall"
)

// judgeEnd checks that the program ends as expected and writes nothing elsewhere. An emulator prints a
// message on aborts.
func (o outcome) judgeEnd(r result) error {
	status := r.status.Sys().(syscall.WaitStatus)
	ended := r.status.Success() && r.stdout+r.stderr == ""
	if o.dies != 0 {
		ended = status.Signaled() && status.Signal() == o.dies
	}
	if !ended {
		return fmt.Errorf("the program ended with %v\n%s%s", r.status, r.stdout, r.stderr)
	}
	return nil
}

var loaderLine = regexp.MustCompile(`^[DIWE] (libEGL|loader): `)

func (o outcome) judge() error {
	if o.check != nil {
		return o.check(o)
	}
	want := lines(o.want)
	if o.dies == 0 {
		want = append(want, "app ends")
	}
	got := o.kept()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || !matches(want[i], got[i]) {
			return fmt.Errorf("line %d differs; the transcript was:\n%s\nand not:\n%s", i+1, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	return nil
}

// lines splits a text of the table into lines without indentation.
func lines(text string) []string {
	var bare []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			bare = append(bare, line)
		}
	}
	return bare
}

// kept returns the lines that are compared.
func (o outcome) kept() []string {
	keep := regexp.MustCompile(o.keep)
	var lines []string
	for _, line := range o.lines {
		if !loaderLine.MatchString(line) || o.keep != "" && keep.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// matches supports only *, which also matches slashes.
func matches(pattern, line string) bool {
	flat := strings.NewReplacer("/", "\x00", "[", "\x01", "?", "\x02", `\`, "\x03")
	ok, err := path.Match(flat.Replace(pattern), flat.Replace(line))
	return ok && err == nil
}
