package build

import (
	"debug/elf"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// The layer has no symbols; the file in .debug has them, and tools know that the two belong together.
func TestBuildSymbols(t *testing.T) {
	dir := newProject(t)
	first := mustBuild(t, dir)
	lib := filepath.Join(dir, "build", "host", "liba.so")
	stripped, symbols := testutil.OpenLayer(t, lib), testutil.OpenLayer(t, Symbols(lib))
	for _, s := range stripped.Sections {
		if s.Type == elf.SHT_SYMTAB || strings.HasPrefix(s.Name, ".debug_") {
			t.Errorf("the layer has %s", s.Name)
		}
	}
	id := section(t, stripped, ".note.gnu.build-id")
	if id == "" || id != section(t, symbols, ".note.gnu.build-id") {
		t.Error("not the same build id")
	}
	link := fmt.Sprintf("liba.so\x00%s", le(crc32.ChecksumIEEE([]byte(first.symbols))))
	if got := section(t, stripped, ".gnu_debuglink"); got != link {
		t.Errorf("debug link %q, expected %q", got, link)
	}
	text := testutil.ReadText(t, dir, "hooks.go")
	testutil.WriteFiles(t, dir, map[string]string{"hooks.go": strings.Replace(text, "return next(", "defer print()\n\treturn next(", 1)})
	mustBuild(t, dir)
	if section(t, testutil.OpenLayer(t, lib), ".note.gnu.build-id") == id {
		t.Error("the build id is the same after an edit: tools would take the symbols of another build")
	}
}

// Each tool tells the function and the line of an address, from the layer itself, and from the symbols alone. The addr2line
// of binutils 2.40 cannot read the lines of Go 1.25 and newer.
func TestSymbolsServeTools(t *testing.T) {
	dir := newProject(t)
	mustBuild(t, dir)
	lib := filepath.Join(dir, "build", "host", "liba.so")
	all, err := testutil.OpenLayer(t, Symbols(lib)).Symbols()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(all, func(s elf.Symbol) bool {
		return strings.HasPrefix(s.Name, "main.") && strings.HasSuffix(s.Name, "ChooseConfig")
	})
	if at < 0 || !slices.ContainsFunc(all, func(s elf.Symbol) bool { return s.Name == "goDispatch" }) {
		t.Fatal("no hook among the symbols")
	}
	for tool, line := range map[string]string{"addr2line": "", "llvm-addr2line": "hooks.go:", "llvm-symbolizer": "hooks.go:"} {
		for _, file := range []string{lib, Symbols(lib)} {
			out, err := exec.Command(tool, "-f", "-e", file, fmt.Sprintf("%#x", all[at].Value)).CombinedOutput()
			if err != nil || !strings.Contains(string(out), all[at].Name) || !strings.Contains(string(out), line) {
				t.Errorf("%s %s: %v, %s (make deps)", tool, file, err, out)
			}
		}
	}
}

// For a debugger, Go and C are compiled without optimization, and C has line numbers too.
func TestBuildDebug(t *testing.T) {
	q := request(filepath.Join(t.TempDir(), "p, of mine"))
	q.Config.Intercept = append(q.Config.Intercept, project.Intercept{Match: "glClear", Hooks: "c"})
	if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	for _, debug := range []bool{false, true, false} {
		target := Host()
		target.Debug = debug
		var output strings.Builder
		lib, err := Build(t.Context(), q.Dir, &q.Config, target, &output)
		if err != nil || output.String() != "" {
			t.Fatalf("%v\n%s", err, &output)
		}
		data, err := testutil.OpenLayer(t, Symbols(lib)).DWARF()
		if err != nil {
			t.Fatal(err)
		}
		if got := hasUnit(t, data, "hooks.c"); got != debug {
			t.Errorf("debug %v: lines of hooks.c: %v", debug, got)
		}
		if entries, _ := os.ReadDir(filepath.Join(q.Dir, "core")); slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == debugFile }) {
			t.Errorf("%s is left in the project", debugFile)
		}
	}
}

// Without an objcopy the layer is stripped by the linker; symbols of an older build go.
func TestBuildWithoutObjcopy(t *testing.T) {
	dir := newProject(t)
	mustBuild(t, dir)
	script := "#!/bin/sh\ncase $1 in -print-prog-name=*) echo no-such-program ;; *) exec gcc \"$@\" ;; esac\n"
	t.Setenv("CC", compilerScript(t, script))
	lib, output, err := build(t, dir)
	if err != nil || !strings.HasPrefix(output, "note: the layer for this machine has no symbol file, because objcopy is missing; ") || strings.Count(output, "\n") != 1 {
		t.Fatalf("%v\n%s", err, output)
	}
	if f := testutil.OpenLayer(t, lib); f.Section(".symtab") != nil || f.Section(".debug_info") != nil {
		t.Error("the layer is not stripped")
	}
	if _, err := os.Stat(Symbols(lib)); err == nil {
		t.Error("symbols of another build are left")
	}
}

// An objcopy that fails ends the build; what was there stays.
func TestBuildObjcopyFails(t *testing.T) {
	dir := newProject(t)
	first := mustBuild(t, dir)
	t.Setenv("CC", compilerScript(t, "#!/bin/sh\ncase $1 in -print-prog-name=*) echo /bin/false ;; *) exec gcc \"$@\" ;; esac\n"))
	_, _, err := build(t, dir)
	testutil.CheckHint(t, err, "cannot separate the symbols of the layer for this machine", "/bin/false: exit status 1")
	checkBuilt(t, dir, ".debug", "liba.so")
	lib := filepath.Join(dir, "build", "host", "liba.so")
	checkSame(t, "the older layer", made{testutil.ReadText(t, lib), testutil.ReadText(t, Symbols(lib))}, first)
}

func TestWords(t *testing.T) {
	for s, want := range map[string]string{"": "", "gcc": "gcc", " ccache  gcc ": "ccache|gcc", `"/an ndk/clang" -m32`: "/an ndk/clang|-m32",
		`'/a "b"/cc'`: `/a "b"/cc`, `/it's/cc x`: `/it's/cc|x`, `"open`: ""} {
		if got := strings.Join(splitCommand(s), "|"); got != want {
			t.Errorf("%q: %q, expected %q", s, got, want)
		}
	}
}
