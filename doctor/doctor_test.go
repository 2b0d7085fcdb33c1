package doctor

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// fake returns a machine with the given programs, which all print the same version, and the given variables.
func fake(programs []string, says string, vars map[string]string) *Machine {
	return &Machine{System: "linux",
		Getenv: func(name string) string { return vars[name] },
		LookPath: func(name string) (string, error) {
			if slices.Contains(programs, name) {
				return "/bin/" + name, nil
			}
			return "", exec.ErrNotFound
		},
		Run: func(context.Context, string, ...string) (string, error) {
			if says == "" {
				return "", errors.New("exit status 127")
			}
			return says, nil
		}}
}

func TestTable(t *testing.T) {
	names := map[string]bool{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		clear(names)
		for _, tool := range Tools(system) {
			if names[tool.Name] || tool.Reason == "" || tool.Otherwise == "" ||
				len(tool.Needed)+len(tool.Used) == 0 || tool.Find == "" && tool.Kind != "ndk" {
				t.Errorf("%s: row %q is there twice or incomplete", system, tool.Name)
			}
			names[tool.Name] = true
		}
		for _, name := range []string{"Go", "C compiler", "Android NDK", "adb"} {
			if !names[name] {
				t.Errorf("%s: no row %q", system, name)
			}
		}
	}
	if verbs := Verbs(); !slices.Contains(verbs, "new") || !slices.Contains(verbs, "build") {
		t.Errorf("verbs: %v", verbs)
	}
}

func TestProgram(t *testing.T) {
	tool := Tool{Name: "C compiler", Kind: "program", Find: "$CC|gcc|cc", Version: []string{"--version"}, Least: "4.9"}
	for _, c := range []struct {
		programs []string
		says, cc string
		want     Result
	}{
		{[]string{"cc"}, "cc (Debian 12.2.0-14) 12.2.0", "", Result{Found: true, Path: "/bin/cc", Version: "12.2.0"}},
		{[]string{"gcc", "clang"}, "clang 14.0.6", "clang -m32", Result{Found: true, Path: "/bin/clang", Version: "14.0.6"}},
		{[]string{"gcc"}, "12.2", "nope", Result{Problem: "CC=nope: not found"}},
		{nil, "12.2", "", Result{Problem: "not found"}},
		{[]string{"gcc"}, "", "", Result{Path: "/bin/gcc", Problem: "does not run: exit status 127"}},
		{[]string{"gcc"}, "4.8.5", "", Result{Path: "/bin/gcc", Version: "4.8.5", Problem: "older than 4.9"}},
		{[]string{"gcc"}, "no number", "", Result{Found: true, Path: "/bin/gcc"}},
	} {
		got := fake(c.programs, c.says, map[string]string{"CC": c.cc}).check(t.Context(), tool)
		if got.Found != c.want.Found || got.Path != c.want.Path || got.Version != c.want.Version || got.Problem != c.want.Problem {
			t.Errorf("%v, CC=%q: %+v", c.programs, c.cc, got)
		}
	}
}

func TestLibrary(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(one, "libA.so.1"), filepath.Join(two, "libB-25.1.so")} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := fake(nil, "", map[string]string{"LD_LIBRARY_PATH": one + string(filepath.ListSeparator)})
	m.LibDirs = []string{two}
	for find, want := range map[string][2]string{
		"libA.so.1":                         {filepath.Join(one, "libA.so.1"), ""},
		"libA.so.1+dri/libB.so|libB-*.so":   {filepath.Join(one, "libA.so.1"), ""},
		"libA.so.1+libC.so.1":               {"", "no libC.so.1"},
		"libC.so.1|libD.so+libA.so.1":       {"", "no libC.so.1 or libD.so"},
		"libB-*.so":                         {filepath.Join(two, "libB-25.1.so"), ""},
		"no/such/../../../../etc/passwd-gl": {"", "no no/such/../../../../etc/passwd-gl"},
	} {
		if path, problem := m.library(find); path != want[0] || problem != want[1] {
			t.Errorf("%s: %q, %q", find, path, problem)
		}
	}
}

func TestNDK(t *testing.T) {
	home := t.TempDir()
	root := filepath.Join(home, "ndk", "27.0.1")
	if err := os.MkdirAll(filepath.Join(root, "toolchains", "llvm", "prebuilt", "linux-x86_64", "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	properties := []byte("Pkg.Desc = Android NDK\nPkg.Revision = 27.0.12077973\n")
	if err := os.WriteFile(filepath.Join(root, "source.properties"), properties, 0o644); err != nil {
		t.Fatal(err)
	}
	path, version, problem := fake(nil, "", map[string]string{"ANDROID_HOME": home}).ndk()
	if path != root || version != "27.0.12077973" || problem != "" {
		t.Errorf("%q, %q, %q", path, version, problem)
	}
	for _, vars := range []map[string]string{nil, {"ANDROID_NDK_HOME": home, "ANDROID_HOME": home}} {
		if path, _, problem := fake(nil, "", vars).ndk(); path != "" || problem == "" {
			t.Errorf("%v: %q, %q", vars, path, problem)
		}
	}
}

func TestCheck(t *testing.T) {
	m := fake([]string{"go"}, "go version go1.26.8 linux/amd64", nil)
	tools := For(Tools("linux"), "build")
	r := Check(t.Context(), m, tools, []string{"build"})
	needed, others := r.Missing()
	if r.OK || len(needed) != 1 || needed[0].Tool != "C compiler" || len(others) != 3 || others[2].Tool != "make" {
		t.Errorf("%+v, missing %+v and %+v", r, needed, others)
	}
	if r := Check(t.Context(), m, tools, []string{"new"}); !r.OK {
		t.Error("new needs nothing")
	}
}

func TestOlder(t *testing.T) {
	for _, c := range []struct {
		version, least string
		want           bool
	}{
		{"1.26", "1.26", false}, {"1.26.8", "1.26", false}, {"1.9", "1.26", true}, {"2", "1.26", false},
		{"1", "1.26", true}, {"", "1.26", false}, {"17.0.15", "11", false},
	} {
		if older(c.version, c.least) != c.want {
			t.Errorf("older(%q, %q) is not %v", c.version, c.least, c.want)
		}
	}
}

// A tool that hangs does not hang the report.
func TestRunToolEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := runTool(ctx, "go", "version"); err == nil {
		t.Error("a cancelled call ran")
	}
}
