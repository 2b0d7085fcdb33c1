package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A module is a program of dEQP with the cases of a version of OpenGL ES.
type module struct {
	name   string // of the program
	prefix string // of the names of its cases
	size   int    // of the surface; many cases need 256
	window bool   // the program needs a window system, if there is one
	path   string
}

var modules = []module{
	{name: "deqp-gles2", prefix: "dEQP-GLES2.", size: 256},
	{name: "deqp-gles3", prefix: "dEQP-GLES3.", size: 256},
	{name: "deqp-gles31", prefix: "dEQP-GLES31.", size: 256},
	{name: "deqp-egl", prefix: "dEQP-EGL.", size: 64, window: true},
}

// findModules returns the modules whose programs a directory has, directly or in modules/*.
func findModules(dir string) (found []module, err error) {
	if dir == "" {
		return nil, fmt.Errorf("no directory of dEQP's programs: make test-deqp DEQP=DIR")
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		for _, pattern := range []string{m.name, filepath.Join("modules", "*", m.name)} {
			paths, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil {
				return nil, err
			}
			if len(paths) > 0 {
				m.path = paths[0]
				found = append(found, m)
				break
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no program deqp-gles2, deqp-gles3, deqp-gles31 or deqp-egl in %s or %s", dir, filepath.Join(dir, "modules", "*"))
	}
	return found, nil
}

// list returns the names of the cases of the module, without those of performance and stress, which take very long. The program writes the list to a
// file in its working directory.
func (m module) list(ctx context.Context, dir string) ([]string, error) {
	argv := m.argv("--deqp-runmode=txt-caselist")
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), m.environment(environment)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("list of cases: %w\n%s", err, out)
	}
	path := filepath.Join(dir, strings.TrimSuffix(m.prefix, ".")+"-cases.txt")
	names, err := m.read(path)
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, m.prefix+"performance.") || strings.HasPrefix(name, m.prefix+"stress.")
	}), err
}

// environment returns the variables of a driver for the program. A program that needs a window system keeps that of the environment.
func (m module) environment(env []string) []string {
	if !m.window || os.Getenv("DISPLAY") == "" {
		return env
	}
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool { return v == "DISPLAY=" || strings.HasPrefix(v, "EGL_PLATFORM=") })
}

// argv returns the arguments that run the program with surfaces in memory. Cases that compare pixels need eight bits of each color: without
// a name of a configuration, dEQP takes the first, which has ten with Mesa.
func (m module) argv(options ...string) []string {
	width, height := fmt.Sprint("--deqp-surface-width=", m.size), fmt.Sprint("--deqp-surface-height=", m.size)
	return append([]string{m.path, "--deqp-surface-type=pbuffer", width, height, "--deqp-watchdog=disable", "--deqp-gl-config-name=rgba8888d24s8ms0"}, options...)
}

// link links the directories beside the program into a directory, because the program reads the data of its cases from its working directory,
// and writes files there.
func (m module) link(dir string) error {
	entries, err := os.ReadDir(filepath.Dir(m.path))
	for _, e := range entries {
		if err == nil && e.IsDir() {
			err = os.Symlink(filepath.Join(filepath.Dir(m.path), e.Name()), filepath.Join(dir, e.Name()))
		}
	}
	return err
}

// read returns the names of the module's cases in a file: a line is a name, or has one after "TEST: ".
func (m module) read(path string) (names []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		name := strings.TrimPrefix(strings.TrimSpace(line), "TEST: ")
		if strings.HasPrefix(name, m.prefix) {
			names = append(names, name)
		}
	}
	return names, nil
}

// choose returns one name in n, at random but in order. Each n successive names have one that is chosen.
func choose(names []string, n int, seed uint64) (chosen []string) {
	random := rand.New(rand.NewPCG(seed, 0))
	for from := 0; from < len(names); from += n {
		if at := from + random.IntN(n); at < len(names) {
			chosen = append(chosen, names[at])
		}
	}
	return chosen
}
