//go:build heavy && linux

package android

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const (
	app      = "com.example.app"
	playBoth = "open ./upper.so init go 9 c 9 counts"
	goRan    = "log 4/upper: Go ran 1 times|"
	bothRan  = goRan + cRan + "driver 1 and 1, foreign 0"
	onlyC    = cRan + "driver 1 and 1, foreign 0"
	onlyGo   = goRan + "driver 1 and 1, foreign 0"
	noneRan  = "driver 1 and 1, foreign 0"
	noGo     = "hooks=-glClear\n"
	noC      = "hooks=-glClearStencil\n"
	fileSize = 1 << 16 // the layer reads all but the last byte
)

// properties are settings by system property and by environment variable.
var properties = []struct {
	name, properties, environment, want string
}{
	{"none", "", "", bothRan},
	{"a property", "debug.upper.hooks=-glClear", "", onlyC},
	{"a property with a pattern", "debug.upper.hooks=-gl*,+glClear", "", onlyGo},
	{"one among many", "ro.build=1;debug.upper.hooks=-gl*;debug.upper.log=debug", "", noneRan},
	{"another layer's", "debug.lower.hooks=-gl*;debug.upper.hooksx=-gl*;upper.hooks=-gl*", "", bothRan},
	{"the longest", "debug.upper.hooks=-glClear" + strings.Repeat(",", 91-len("-glClear")), "", onlyC},
	{"before the environment", "debug.upper.hooks=-glClear", "-glClearStencil", onlyC},
	{"empty, so the environment's", "debug.upper.hooks=", "-glClearStencil", onlyGo},
}

// settings checks the priority of hook settings: property, then environment, then file.
func settings(t *testing.T, m machine, dir string) {
	for _, c := range properties {
		t.Run("properties/"+c.name, func(t *testing.T) {
			env := append(os.Environ(), "PROPERTIES="+c.properties)
			if c.environment != "" {
				env = append(env, "UPPER_HOOKS="+c.environment)
			}
			checkOutput(t, ran(m.play(t, dir, app, env, playBoth)), c.want)
		})
	}
	if m.emulator != nil { // only an emulator can put files under /data
		settingsFiles(t, m, dir)
	}
}

// ran removes the log lines with which the layer acknowledges settings.
func ran(output string) string {
	lines := slices.DeleteFunc(strings.Split(output, "|"), func(line string) bool {
		return strings.HasPrefix(line, "log 4/upper: hooks") || strings.HasPrefix(line, "log 4/upper: log=")
	})
	return strings.Join(lines, "|")
}

// settingsFiles checks that a settings file in the app's data directory is read only if it belongs to this
// process, and that anything else with its name does no harm.
func settingsFiles(t *testing.T, m machine, dir string) {
	for _, c := range []struct {
		name, process string
		put           func(path string) error
		env, want     string
	}{
		{"a file", app, text(noGo), "", onlyC},
		{"of a service", app + ":service", text(noGo), "", onlyC},
		{"of another app", app + "s", text(noGo), "", bothRan},
		{"of a program with a path", "/system/bin/" + app, text(noGo), "", bothRan},
		{"of a process without a name", "", text(noGo), "", bothRan},
		{"with other lines", app, text("# a remark\nlog=debug\r\nhooks = -gl*\nhooksx=-gl*\nhooks=-glClear\r\nhooks=+glClear"), "", onlyC},
		{"without an end of line", app, text("hooks=-glClear"), "", onlyC},
		{"empty", app, text(""), "", bothRan},
		{"of zeros", app, text(strings.Repeat("\x00", 100) + noGo), "", bothRan},
		{"behind a property", app, text(noC), "PROPERTIES=debug.upper.hooks=-glClear", onlyC},
		{"behind an empty property", app, text(noC), "PROPERTIES=debug.upper.hooks=", onlyGo},
		{"behind the environment", app, text(noC), "UPPER_HOOKS=-glClear", onlyC},

		{"a symlink", app, linked, "", bothRan},
		{"a symlink to nothing", app, func(path string) error { return os.Symlink("nothing", path) }, "", bothRan},
		{"a folder", app, func(path string) error { return os.Mkdir(path, 0o755) }, "", bothRan},
		{"a pipe", app, func(path string) error { return syscall.Mkfifo(path, 0o644) }, "", bothRan},
		{"unreadable", app, unreadable, "", bothRan},
		{"1 MB, and a setting at the start", app, text(noGo + strings.Repeat("x", 1<<20)), "", onlyC},
		{"1 MB, and a setting at the end", app, text(strings.Repeat("\n", 1<<20) + noGo), "", bothRan},
		{"1 MB, and a setting on the edge", app, text(strings.Repeat("\n", fileSize-len(noGo)) + noGo + strings.Repeat("x", 1<<20)), "", onlyC},
		{"one line of 1 MB", app, text("hooks=-glClear," + strings.Repeat("x", 1<<20)), "", onlyC},
	} {
		t.Run("files/"+c.name, func(t *testing.T) {
			root := dataRoot(t)
			if err := c.put(filepath.Join(root, "data", "user", fmt.Sprint(os.Getuid()/100000), app, "upper.conf")); err != nil {
				t.Fatal(err)
			}
			checkOutput(t, ran(m.below(root).play(t, dir, c.process, append(os.Environ(), c.env), playBoth)), c.want)
		})
	}
}

// dataRoot creates a root directory for the emulator, with the emulated machine's C library and the app's
// data directory.
func dataRoot(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "data", "user", fmt.Sprint(os.Getuid()/100000), app), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/usr/aarch64-linux-gnu/lib", filepath.Join(root, "lib")); err != nil {
		t.Fatal(err)
	}
	return root
}

// below returns the machine with another root directory, and without root's permission to read every file.
func (m machine) below(root string) machine {
	m.emulator = emulated(root)
	if os.Getuid() == 0 {
		m.emulator = append([]string{"setpriv", "--bounding-set", "-all", "--inh-caps", "-all"}, m.emulator...)
	}
	return m
}

// text returns a function that writes a file.
func text(content string) func(path string) error {
	return func(path string) error { return os.WriteFile(path, []byte(content), 0o644) }
}

// linked creates a symbolic link to a file.
func linked(path string) error {
	if err := text(noGo)(path + ".real"); err != nil {
		return err
	}
	return os.Symlink(path+".real", path)
}

// unreadable writes a file without read permission.
func unreadable(path string) error {
	if err := text(noGo)(path); err != nil {
		return err
	}
	return os.Chmod(path, 0)
}
