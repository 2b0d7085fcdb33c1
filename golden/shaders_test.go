package golden

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
)

// shadersHooks log each program that the app uses first, in each language.
var shadersHooks = map[string]string{
	"src/hooks.c": `#include "zz_generated_hooks.h"

void hook_initialize(void) {}

void hook_glUseProgram(next_glUseProgram next, GLuint program) {
    struct layer_program_info p;
    next(program);
    if (!layer_program(program, &p)) return;
    for (uint32_t i = 0; i < p.count; i++)
        layer_logf("shader %#x %016llx %zu", p.shaders[i].type, (unsigned long long)p.shaders[i].hash, strlen(p.shaders[i].source));
    layer_logf("program %016llx label %s", (unsigned long long)p.hash, p.label);
    layer_free_program(&p);
}
`,
	"src/hooks.cpp": `#include "../layer/zz_generated_hooks.hpp"
#include "../layer/zz_generated_layer.hpp"

#include <cstring>

void hooks::initialize() {}

void hooks::glUseProgram(layer::Next<next_glUseProgram> next, GLuint program) {
    layer_program_info p;
    next(program);
    if (!layer_program(program, &p)) return;
    for (std::uint32_t i = 0; i < p.count; i++)
        layer::log("shader %#x %016llx %zu", p.shaders[i].type, static_cast<unsigned long long>(p.shaders[i].hash), std::strlen(p.shaders[i].source));
    layer::log("program %016llx label %s", static_cast<unsigned long long>(p.hash), p.label);
    layer_free_program(&p);
}
`,
	"hooks.go": `package main

import "example.com/shaders/gles"

func onInitialize(l *gles.Layer) {}

func glUseProgram(next gles.GLUseProgramFunc, program gles.GLuint) {
	next(program)
	p, ok := gles.Program(program)
	if !ok {
		return
	}
	for _, s := range p.Shaders {
		gles.Logf("shader %#x %016x %d", uint32(s.Type), s.Hash, len(s.Source))
	}
	gles.Logf("program %016x label %s", p.Hash, p.Label)
}
`,
}

// shadersApp builds an app of testdata/shaders.
func shadersApp(t *testing.T, name string) string {
	t.Helper()
	app := filepath.Join(t.TempDir(), name)
	command(t, ".", "cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", app, "testdata/shaders/"+name+".c", "-lEGL", "-lGLESv2")
	return app
}

// The sources of the app's programs, its labels, and which of the programs differ. Programs that are not made of
// attached shaders, or that do not link.
func TestShaders(t *testing.T) {
	app, made := shadersApp(t, "app"), shadersApp(t, "made")
	for _, file := range hookFiles() {
		hooks := shadersHooks[file]
		t.Run(file, func(t *testing.T) {
			q := request("active", map[bool]string{true: "go", false: "c"}[file == "hooks.go"], []string{"glUseProgram"})
			q.Config.Sets, q.Config.Template = []string{"shaders"}, map[string]string{"src/hooks.c": "c", "src/hooks.cpp": "cpp", "hooks.go": "go"}[file]
			q.Module = "example.com/shaders"
			dir := kase{name: "shaders", request: q}.write(t)
			write(t, filepath.Join(dir, filepath.FromSlash(file)), hooks)
			lib := buildLayer(t, dir)
			for _, version := range glesdriver.Versions("20", "32") {
				out, err := runDrawApp(t, app, []string{lib}, version)
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				checkShaders(t, version, out)
			}
			for version, programs := range map[string]int{"20": 3, "30": 7, "32": 10} {
				if len(glesdriver.Versions(version)) == 0 {
					continue
				}
				out, err := runDrawApp(t, made, []string{lib}, version)
				if err != nil {
					t.Fatalf("version %s: %v\n%s", version, err, out)
				}
				checkMadePrograms(t, version, programs, out)
			}
		})
	}
}

// A madeProgram is a program that the app has made and used.
type madeProgram struct {
	what   string
	want   []string // its shaders, or its hash if it has a binary
	logged []string
	hash   string
}

// readMadePrograms reads what the app and the layer print, in turn.
func readMadePrograms(out string) (programs []*madeProgram) {
	next := &madeProgram{}
	for line := range strings.Lines(out) {
		kind, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "source":
			enum, source, _ := strings.Cut(text, " ")
			h := fnv.New64a()
			h.Write([]byte(source))
			next.want = append(next.want, fmt.Sprintf("shader %s %016x %d", enum, h.Sum64(), len(source)))
		case "binary":
			next.want = []string{"binary " + strings.Fields(text)[0]}
		case "use":
			next.what = text
			programs = append(programs, next)
			next = &madeProgram{}
		case "gleslayer:":
			if len(programs) == 0 {
				continue
			}
			p := programs[len(programs)-1]
			if hash, ok := strings.CutPrefix(text, "program "); ok {
				p.hash = strings.Fields(hash)[0]
			} else {
				p.logged = append(p.logged, text)
			}
		}
	}
	return programs
}

// checkMadePrograms compares the log with the programs of the app. programs is their number.
func checkMadePrograms(t *testing.T, version string, programs int, out string) {
	t.Helper()
	list := readMadePrograms(out)
	if len(list) != programs {
		t.Fatalf("version %s: %d programs instead of %d\n%s", version, len(list), programs, out)
	}
	hashes := map[string]string{} // by shaders
	for _, p := range list {
		slices.Sort(p.want) // as the layer does, by type
		slices.Sort(p.logged)
		if p.hash != "" && len(p.want) > 0 && strings.HasPrefix(p.want[0], "binary ") {
			p.logged = append(p.logged, "binary "+p.hash)
		}
		if p.hash == "" || !slices.Equal(p.want, p.logged) {
			t.Errorf("version %s: %s: logged %q with hash %q instead of %q", version, p.what, p.logged, p.hash, p.want)
		}
		shaders := strings.Join(p.want, ",")
		if before, ok := hashes[p.hash]; ok && before != shaders {
			t.Errorf("version %s: %s: hash %s is that of %s", version, p.what, p.hash, before)
		}
		hashes[p.hash] = shaders
	}
	distinct := map[string]bool{}
	for _, shaders := range hashes {
		distinct[shaders] = true
	}
	if len(distinct) != len(hashes) {
		t.Errorf("version %s: programs with the same shaders have different hashes: %v", version, hashes)
	}
}

// The app uses these programs in turn: two with the same shaders, one with another fragment shader, and one that is linked
// again after its shader changed. It prints the source of each shader as "source TYPE TEXT".
func checkShaders(t *testing.T, version, out string) {
	t.Helper()
	sources := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^source (\S+) (.*)$`).FindAllStringSubmatch(out, -1) {
		h := fnv.New64a()
		h.Write([]byte(m[2]))
		sources[fmt.Sprintf("shader %s %016x %d", m[1], h.Sum64(), len(m[2]))] = m[2]
	}
	var programs []string
	shaders := 0
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		_, text, ok := strings.Cut(line, "layer: ")
		if !ok {
			continue
		}
		switch {
		case strings.HasPrefix(text, "shader "):
			shaders++
			if _, ok := sources[text]; !ok {
				t.Errorf("version %s: the app has no shader %q", version, text)
			}
		case strings.HasPrefix(text, "program "):
			programs = append(programs, text)
		}
	}
	if shaders != 8 || len(programs) != 4 {
		t.Fatalf("version %s: %d shaders, programs %q\n%s", version, shaders, programs, out)
	}
	hash := func(i int) string { return strings.Fields(programs[i])[1] }
	if hash(0) != hash(1) || hash(0) == hash(2) || hash(3) == hash(0) || hash(3) == hash(2) {
		t.Errorf("version %s: hashes %q", version, programs)
	}
	if !strings.HasSuffix(programs[2], " label the third") {
		t.Errorf("version %s: label in %q", version, programs[2])
	}
}
