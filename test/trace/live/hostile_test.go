//go:build linux

package live_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// unplayable has functions that would end the test, whatever their arguments are. The loader reads the
// attribute list of eglCreateContext before the driver.
var unplayable = []string{"eglCreateContext", "eglTerminate", "eglReleaseThread", "eglDestroyContext", "eglDestroySurface", "eglMakeCurrent", "eglGetError", "glGetError"}

// hostileCalls returns C code with the calls of testdata/hostile.c for the functions that exist.
func hostileCalls(isThere func(name string) bool) string {
	var out, list strings.Builder
	groups := map[string]bool{}
	for _, c := range registry.Builtin().Commands {
		if slices.Contains(unplayable, c.Name) || !isThere(c.Name) {
			continue
		}
		var takes, types, names []string
		// The output has handles, which differ between processes, or memory that Mesa leaves unset on an
		// error.
		opaque := c.Name == "glGetTexLevelParameterfv"
		for i := range c.Params {
			p := &c.Params[i]
			typ, name := p.Type.String(), fmt.Sprintf("a%d", i)
			opaque = opaque || p.Type.Pointers > 1 || p.Type.IsPointer() && isHandle(p.Type.Base)
			store, value := typ, hostileValue(&out, groups, p)
			if p.Type.IsPointer() {
				store = "void *"
			}
			takes = append(takes, fmt.Sprintf("    %s %s;\n    TAKE(%s, %s);\n", store, name, name, value))
			types, names = append(types, typ), append(names, "("+typ+")"+name)
		}
		call := fmt.Sprintf("((%s (*)(%s))proc)(%s)", c.Return.Type, strings.Join(append(types, []string{"void"}[min(len(types), 1):]...), ", "), strings.Join(names, ", "))
		switch {
		case c.Return.Type.IsPointer() || isHandle(c.Return.Type.Base):
			call = "answer = " + call + " != NULL"
		case !c.Return.Type.IsVoid() && !strings.Contains(c.Return.Type.Base, "float"):
			call = "answer = (long long)" + call
		}
		fmt.Fprintf(&out, "static void call_%s(void) {\n%s    %s;\n}\n", c.Name, strings.Join(takes, ""), call)
		fmt.Fprintf(&list, "    {\"%s\", call_%s, %t, AT(%s)},\n", c.Name, c.Name, opaque, c.Name)
	}
	return out.String() + "static const struct {\n    const char *name;\n    void (*run)(void);\n    bool opaque;\n    size_t at;\n} calls[] = {\n" + list.String() + "};\n"
}

// hostileValue returns C code for the values of a parameter, after printing the values of its group.
func hostileValue(out *strings.Builder, groups map[string]bool, p *registry.Param) string {
	r := registry.Builtin()
	base := p.Type.Base
	switch {
	case p.Type.Pointers > 1:
		return "any_list()"
	case p.Type.IsPointer() || p.Type.Array > 0:
		return "any_pointer()"
	case strings.Contains(base, "DEBUGPROC") || strings.HasSuffix(base, "FuncANDROID"):
		return "0"
	case base == "GLfloat" || base == "GLclampf":
		return "any_float()"
	case isHandle(base):
		return "any_handle()"
	}
	g, ok := r.Group(p.Group)
	if !ok || len(g.Enums) == 0 {
		return "any_number()"
	}
	name := "group_" + p.Group
	if !groups[name] {
		groups[name] = true
		fmt.Fprintf(out, "static const uint32_t %s[] = {", name)
		for _, e := range g.Enums {
			if enum, ok := r.Enum(e); ok {
				fmt.Fprintf(out, "%#x, ", uint32(enum.Value))
			}
		}
		out.WriteString("};\n")
	}
	return fmt.Sprintf("any_of(%s, sizeof %s / 4)", name, name)
}

// isHandle reports whether a type without a star is a pointer in C.
func isHandle(base string) bool {
	t, ok := registry.Builtin().Type(base)
	return ok && strings.Contains(fmt.Sprint(t), "*")
}

func hostileProgram(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files, err := recorder.Sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := filepath.Base(f.Path); name == "zz_generated_types.h" {
			err = os.WriteFile(filepath.Join(dir, name), f.Content, 0o600)
		}
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "hostile_calls.h"), []byte(hostileCalls(func(string) bool { return true })), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "hostile")
	testproject.Command(t, ".", "cc", "-std=gnu11", "-O0", "-g", "-Wall", "-Wextra", "-Werror", "-I"+dir, "-o", path, filepath.Join("testdata", "hostile.c"), "-lEGL")
	return path
}

const hostileBatch = 180 // functions in each process

// Recording does not change the behavior of invalid calls: the same results, errors and memory, and no
// additional crash.
func TestHostileProgram(t *testing.T) { playHostile(t, 3) }

// playHostile calls each function in a number of rounds.
func playHostile(t *testing.T, rounds int) {
	t.Helper()
	path := hostileProgram(t)
	n := 0
	fmt.Sscan(output(t, withMesa(t, path)), &n)
	for _, with := range []string{"without", "context"} {
		for first := 0; first < n; first += hostileBatch {
			t.Run(fmt.Sprintf("%s/%d", with, first), func(t *testing.T) {
				end := min(first+hostileBatch, n)
				args := []string{fmt.Sprint(first), fmt.Sprint(end), fmt.Sprint(rounds), "", with}
				playable(t, path, args, (end-first)*rounds, rounds)
				file := filepath.Join(t.TempDir(), "a.gltrace")
				plain := output(t, under(t, nil, path, args...)) // the loader returns other results than the driver for some calls, too
				cmd := under(t, []string{"GLTRACE_START=1", "GLTRACE_FILE=" + file}, path, args...)
				var faults bytes.Buffer
				cmd.Stderr = &faults
				out, err := cmd.Output()
				if err != nil {
					t.Errorf("%v\n%s", err, &faults)
				}
				compareHostile(t, string(out), plain)
			})
		}
	}
}

// playable finds the calls that crash without a recording, and excludes them through args[3].
func playable(t *testing.T, path string, args []string, calls, rounds int) {
	t.Helper()
	skip := bytes.Repeat([]byte{'.'}, calls)
	for pass := range 20 {
		args[3] = string(skip)
		var printed bytes.Buffer
		cmd := withMesa(t, path, append(slices.Clone(args), "0")...)
		cmd.Stderr = &printed
		err := cmd.Run()
		more := 0
		for line := range strings.Lines(printed.String()) {
			var at int
			if _, err := fmt.Sscanf(line, "skip %d", &at); err == nil {
				skip[at] = 'x'
				if more++; pass > 2 { // after excluding one call, another one may crash
					copy(skip[at-at%rounds:], bytes.Repeat([]byte{'x'}, rounds))
				}
			}
		}
		if _, ok := err.(*exec.ExitError); err != nil && (!ok || more == 0) {
			t.Fatalf("%v\n%s", err, &printed)
		}
		t.Logf("%d calls crash without a recording", more)
		if more == 0 {
			return
		}
	}
	t.Fatal("it crashes without a recording, again and again")
}

func compareHostile(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("with a recording, then without:\n%s", difference(got, want))
	}
}
