package driver

import (
	"context"
	"crypto/rand"
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// choose reads the deciding settings and files from the device, and determines the driver.
func (r *Report) choose(ctx context.Context, d *adb.Device, s *device.State) error {
	release := s.Release
	if release == nil {
		release = rules.Releases()[0]
		r.Note = "this Android release does not support layers; the report applies the driver rules of " + release.Title
	}
	apex := s.Props["ro.egl.apex"]
	var kinds []int
	for _, abi := range abisOf(s.ABIs) {
		kinds = append(kinds, bitsOf(abi))
	}
	var dirs []string
	for _, bits := range kinds {
		dirs = append(dirs, rules.DriverDirs(release, bits, apex)...)
	}
	found, settings, err := list(ctx, d, dirs, rules.DriverSettings(release))
	if err != nil {
		return err
	}
	for _, bits := range kinds {
		decided := rules.DecideDriver(rules.DriverDevice{Release: release, Bits: bits, App: r.App,
			Properties: s.Props, Settings: settings, Dirs: found})
		c := Choice{Bits: bits, By: decided.By, Suffix: decided.Suffix, Files: append([]string{}, decided.Files...),
			Others: decided.Others, Abort: decided.Abort, Steps: []Step{}}
		for _, step := range decided.Steps {
			c.Steps = append(c.Steps, Step{step.Rule, step.Text, step.Taken})
		}
		for _, dir := range rules.DriverDirs(release, bits, apex) {
			c.Dirs = append(c.Dirs, DirFiles{dir, found[dir]})
		}
		r.Choices = append(r.Choices, c)
	}
	return nil
}

// list reads the directories in their order, and the settings. A random word separates the answers.
func list(ctx context.Context, d *adb.Device, dirs, names []string) (found map[string][]string, settings map[string]string, err error) {
	mark := rand.Text()
	var script strings.Builder
	for i, dir := range dirs {
		fmt.Fprintf(&script, "if [ -d %[1]s ]; then echo '%[2]s folder %[3]d'; find %[1]s -maxdepth 1 -mindepth 1 -name 'lib*GL*.so' 2>/dev/null; fi\n",
			adb.Quote(dir+"/."), mark, i)
	}
	for i, name := range names {
		fmt.Fprintf(&script, "echo '%s setting %d'; settings get global %s\n", mark, i, name)
	}
	out, err := d.Shell(ctx, script.String())
	if err != nil {
		return nil, nil, err
	}
	found, settings = map[string][]string{}, map[string]string{}
	for part := range strings.SplitSeq(out.Stdout, mark+" ") {
		head, body, _ := strings.Cut(part, "\n")
		kind, index, _ := strings.Cut(head, " ")
		lines := strings.FieldsFunc(body, func(c rune) bool { return c == '\n' || c == '\r' })
		switch i := number(index); {
		case kind == "folder" && i < len(dirs):
			found[dirs[i]] = fileNames(lines)
		case kind == "setting" && i < len(names) && len(lines) > 0 && lines[0] != "null":
			settings[names[i]] = strings.TrimSpace(lines[0])
		}
	}
	return found, settings, nil
}

func number(s string) int {
	n := 0
	_, _ = fmt.Sscanf(s, "%d", &n)
	return max(0, n)
}

const maxFiles = 1024

func fileNames(lines []string) []string {
	names := []string{}
	for _, line := range lines[:min(len(lines), maxFiles)] {
		names = append(names, path.Base(line))
	}
	return names
}
