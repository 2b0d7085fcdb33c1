package golden

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/registry"
)

// memoryReport is what the files of the module memory have in common for the tests.
type memoryReport struct {
	Ended  bool
	Bytes  uint64
	Peak   uint64
	Groups []struct {
		Group   int
		Objects []memoryObject
		Kinds   map[string]struct{ Count, Bytes, Peak uint64 }
		Bytes   uint64
		Peak    uint64
	}
}

// readReports returns the reports in a directory, in the order of their numbers, and checks that each leak report has a SARIF file,
// and that other users can read none of the files.
func readReports(t *testing.T, dir string) (list []memoryReport) {
	t.Helper()
	leaks, results := 0, 0
	paths, _ := filepath.Glob(filepath.Join(dir, "*"))
	slices.SortFunc(paths, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	for _, path := range paths {
		checkPrivate(t, path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var r memoryReport
		var sarif struct {
			Version string
			Runs    []struct {
				Results []struct {
					RuleID  string
					Message struct{ Text string }
				}
			}
		}
		if strings.HasSuffix(path, ".sarif") {
			if err := json.Unmarshal(data, &sarif); err != nil || sarif.Version != "2.1.0" {
				t.Fatalf("%s: %v\n%s", path, err, data)
			}
			results += len(sarif.Runs[0].Results)
			continue
		}
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatalf("%s: %v\n%s", path, err, data)
		}
		for _, g := range r.Groups {
			if r.Ended {
				leaks += len(g.Objects)
			}
			var sum uint64
			for _, o := range g.Objects {
				sum += o.Bytes
			}
			if sum != g.Bytes || g.Peak < g.Bytes {
				t.Errorf("%s: group %d: the objects have %d bytes of %d, at most %d", path, g.Group, sum, g.Bytes, g.Peak)
			}
		}
		list = append(list, r)
	}
	if leaks != results {
		t.Errorf("%d leaks, and %d in SARIF", leaks, results)
	}
	return list
}

// checkPrivate checks that only the user can read and write a file.
func checkPrivate(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("%s: mode %v, want %v", path, info.Mode(), os.FileMode(0o600))
	}
}

// memoryObject is an object of a report.
type memoryObject struct {
	Kind, Label, Format, Function string
	Name                          int
	Bytes                         uint64
	Width, Height, Depth, Levels  int
	Samples                       int
	Shared                        bool
	Stack                         []string
}

// memoryLayer builds a layer with the module memory alone.
func memoryLayer(t *testing.T) string {
	t.Helper()
	q := inC(request("active", "none", []string{"eglSwapBuffers"}))
	q.Config.Sets = []string{"memory", "contexts"}
	dir := kase{name: "memory", request: q}.write(t)
	command(t, dir, "make", "layer", "CFLAGS=-O2 -g -Wshadow -Werror")
	return filepath.Join(dir, "build", "host", "libgleslayer.so")
}

func memoryApp(t *testing.T, source string, libraries ...string) string {
	t.Helper()
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", append([]string{"-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o", app, "testdata/memory/" + source}, libraries...)...)
	return app
}

// TestMemory: in random programs over the driver, the leaks are those that the program has, with the bytes that it has computed.
// TestMemoryOfManyPrograms has more programs.
func TestMemory(t *testing.T) {
	testMemory(t, 0)
}

// testMemory runs a program for each seed, in each version.
func testMemory(t *testing.T, seeds ...int) {
	t.Helper()
	lib, app := memoryLayer(t), memoryApp(t, "app.c", "-lEGL", "-lGLESv2")
	t.Setenv("GLESLAYER_MEMORY_ON", "1")
	versions := []string{"2.0", "3.0", "3.1", "3.2"} // Mesa returns the version that the environment has
	if glesdriver.Dir() != "" {
		versions = []string{"3.1"}
	}
	for _, version := range versions {
		for _, seed := range seeds {
			checkMemory(t, lib, app, version, seed)
		}
	}
}

func checkMemory(t *testing.T, lib, app, version string, seed int) {
	t.Helper()
	what, dir := fmt.Sprintf("version %s, seed %d", version, seed), t.TempDir()
	t.Setenv("MESA_GLES_VERSION_OVERRIDE", version)
	t.Setenv("GLESLAYER_MEMORY_DIRECTORY", dir)
	out, err := runDrawApp(t, app, []string{lib}, fmt.Sprint(seed), "600")
	if err != nil || !strings.Contains(out, "version "+strings.Replace(version, ".", "", 1)+"\n") {
		t.Fatalf("%s: %v\n%s", what, err, out)
	}
	var have []string
	reports := readReports(t, dir)
	for _, r := range reports {
		for _, o := range r.Groups[0].Objects {
			have = append(have, fmt.Sprintf("%s %d %d", o.Kind, o.Name, o.Bytes))
		}
	}
	want := linesOf(out, "want")
	slices.Sort(want)
	slices.Sort(have)
	compareLines(t, what+": the leak", have, want)
	if len(reports) != 2 || len(want) < 20 {
		t.Errorf("%s: %d reports, %d leaks", what, len(reports), len(want))
	}
}

// TestMemoryReports: the log and the files have the format, the label and the call of each object, on request and at the end.
func TestMemoryReports(t *testing.T) {
	lib, app := memoryLayer(t), memoryApp(t, "steps.c", "-lEGL", "-lGLESv2")
	config := t.TempDir()
	runAs := func(command []string, settings ...string) string {
		args := append(slices.Clone(command), filepath.Join(config, "gleslayer.conf"))
		cmd := under(t, []string{lib}).Command(t.Context(), args[0], args[1:]...)
		cmd.Env = append(append(append(cmd.Env, glesdriver.Env()...), "XDG_CONFIG_HOME="+config), settings...)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "done\n") {
			t.Fatalf("%v: %v\n%s", settings, err, out)
		}
		return string(out)
	}
	run := func(settings ...string) string { return runAs([]string{app}, settings...) }
	if out := run(); strings.Contains(out, "memory: ") {
		t.Errorf("the module is on:\n%s", out)
	}
	dir := t.TempDir()
	if err := os.Remove(filepath.Join(config, "gleslayer.conf")); err != nil {
		t.Fatal(err)
	}
	out := run("GLESLAYER_MEMORY_ON=1", "GLESLAYER_MEMORY_STACK=1", "GLESLAYER_MEMORY_DIRECTORY="+dir)
	for _, line := range []string{
		"memory: 1471868 bytes in 7 objects, at most 3438100", "memory: share group 1: textures: 1438100 bytes in 3 objects, at most 3438100",
		`memory: has texture 1 "atlas "1"" 512x512 GL_RGBA8, 10 levels: 1398100 bytes, of context 1, by glTexStorage2D`,
		"memory: share group 1 ended: 7 objects with 1471868 bytes were not deleted; at most 3438100 bytes",
		"memory: leak: renderbuffer 1 128x64 GL_DEPTH24_STENCIL8: 32768 bytes, of context 1, by glRenderbufferStorage",
		`memory: leak: buffer 1 "vert": 1000 bytes, of context 1, by glBufferData`, "memory: leak: buffer 2: 0 bytes, of context 1, by glGenBuffers",
		"memory: leak: texture 3: 0 bytes, shared, of context 1, by glEGLImageTargetTexture2DOES", "memory: leak: program 1: 0 bytes, of context 1, by glCreateProgram",
	} {
		if !strings.Contains(out, line+"\n") {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
	reports := readReports(t, dir)
	if len(reports) != 2 || reports[0].Ended || !reports[1].Ended || len(reports[0].Groups[0].Objects) != 7 {
		t.Fatalf("%+v", reports)
	}
	for _, o := range reports[1].Groups[0].Objects {
		if len(o.Stack) == 0 || !slices.ContainsFunc(o.Stack, func(frame string) bool { return strings.HasPrefix(frame, "app+0x") }) {
			t.Errorf("%s %d: %q", o.Kind, o.Name, o.Stack)
		}
	}
	for directory, want := range map[string]string{"/no/such": "memory: write /no/such/gleslayer-", "relative": "memory.directory=relative: must be an absolute path"} {
		if out := run("GLESLAYER_MEMORY_ON=1", "GLESLAYER_MEMORY_DIRECTORY="+directory); !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", directory, want, out)
		}
	}
	full := t.TempDir()
	limited := []string{"/bin/sh", "-c", `trap "" XFSZ; ulimit -f 1; exec "$@"`, "sh", app} // files of one block
	out = runAs(limited, "GLESLAYER_MEMORY_ON=1", "GLESLAYER_MEMORY_DIRECTORY="+full)
	left, err := os.ReadDir(full)
	if err != nil || len(left) > 0 || !strings.Contains(out, "File too large") {
		t.Errorf("%v %v\n%s", left, err, out)
	}
}

// TestMemoryReportsDelayNoThread: while the log, a file or the symbol of a frame keeps a report waiting, another thread can
// change objects, and each report is consistent.
func TestMemoryReportsDelayNoThread(t *testing.T) {
	lib, dir, config := memoryLayer(t), t.TempDir(), t.TempDir()
	app := memoryApp(t, "slow.c", "-pthread", "-rdynamic", "-ldl")
	cmd := exec.CommandContext(t.Context(), app, lib, filepath.Join(config, "gleslayer.conf"))
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+config, "GLESLAYER_LOG=debug", "GLESLAYER_MEMORY_ON=1", "GLESLAYER_MEMORY_STACK=1", "GLESLAYER_MEMORY_DIRECTORY="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, report := range []string{"requested", "ended"} {
		var log, file, dladdr int
		lines := linesOf(string(out), report+":")
		if len(lines) != 1 {
			t.Fatalf("%q\n%s", lines, out)
		}
		if _, err := fmt.Sscanf(lines[0], "log %d, file %d, dladdr %d", &log, &file, &dladdr); err != nil || log == 0 || file == 0 || dladdr == 0 {
			t.Errorf("%s: %q: %v", report, lines[0], err)
		}
	}
	reports := readReports(t, dir)
	if len(reports) != 2 || len(reports[0].Groups) != 2 || !reports[1].Ended || len(reports[1].Groups[0].Objects) != 10 || len(reports[0].Groups[0].Objects)+len(reports[0].Groups[1].Objects) < 40 {
		t.Fatalf("%+v", reports)
	}
	if reports[0].Bytes != reports[0].Groups[0].Bytes+reports[0].Groups[1].Bytes {
		t.Errorf("the process has %d bytes, its groups %d and %d", reports[0].Bytes, reports[0].Groups[0].Bytes, reports[0].Groups[1].Bytes)
	}
}

// TestMemoryFormats: the bytes of a texture and a renderbuffer of each sized format are those of a table that is written by hand.
func TestMemoryFormats(t *testing.T) {
	lib, app := memoryLayer(t), memoryApp(t, "formats.c", "-ldl")
	var lines strings.Builder
	var want []string
	var sizes [2]uint64 // of the levels of a compressed image
	add := func(kind string, value uint64, w, h, d, levels, samples int, bytes uint64) {
		fmt.Fprintf(&lines, "%s %d %d %d %d %d %d %d %d\n", kind, value, w, h, d, levels, samples, sizes[0], sizes[1])
		want = append(want, fmt.Sprintf("%d: %d", len(want)+1, bytes))
	}
	r := registry.Builtin()
	for _, f := range handFormats(t) {
		e, ok := r.Enum(f.name)
		if !ok {
			t.Fatalf("unknown format %s", f.name)
		}
		v := uint64(e.Value)
		add("2d", v, 37, 21, 1, 5, 0, f.bytes(37, 21, 1)+f.bytes(18, 10, 1)+f.bytes(9, 5, 1)+f.bytes(4, 2, 1)+f.bytes(2, 1, 1))
		add("cube", v, 16, 16, 1, 2, 0, 6*(f.bytes(16, 16, 1)+f.bytes(8, 8, 1)))
		add("3d", v, 13, 9, 7, 3, 0, f.bytes(13, 9, 7)+f.bytes(6, 4, 3)+f.bytes(3, 2, 1))
		add("array", v, 13, 9, 7, 3, 0, f.bytes(13, 9, 7)+f.bytes(6, 4, 7)+f.bytes(3, 2, 7))
		add("samples", v, 10, 10, 1, 0, 4, 4*f.bytes(10, 10, 1))
		add("render", v, 33, 17, 1, 0, 8, 8*f.bytes(33, 17, 1))
		kind := "image"
		if f.compressed {
			kind, sizes = "compressed", [2]uint64{f.bytes(20, 12, 1), f.bytes(10, 6, 1)}
		}
		add(kind, v, 20, 12, 1, 2, 0, f.bytes(20, 12, 1)+f.bytes(10, 6, 1))
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), app, lib)
	cmd.Stdin = strings.NewReader(lines.String())
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+dir, "GLESLAYER_MEMORY_ON=1", "GLESLAYER_MEMORY_DIRECTORY="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	reports := readReports(t, dir)
	if len(reports) != 1 {
		t.Fatalf("%d reports", len(reports))
	}
	have := make([]string, len(want))
	for _, o := range reports[0].Groups[0].Objects {
		have[o.Name-1] = fmt.Sprintf("%d: %d", o.Name, o.Bytes)
	}
	kinds := strings.Split(lines.String(), "\n")
	for i := range want {
		if have[i] != want[i] {
			t.Errorf("%s: %s, expected %s", kinds[i], have[i], want[i])
		}
	}
}

// handFormat is a format of the table that is written by hand.
type handFormat struct {
	name       string
	compressed bool
	w, h, d    int // of a block
	least      int // blocks in width and in height
	bits       int // of a block or texel
}

func (f handFormat) bytes(w, h, d int) uint64 {
	up := func(n, block int) int { return (n + block - 1) / block }
	return uint64((max(f.least, up(w, f.w))*max(f.least, up(h, f.h))*up(d, f.d)*f.bits + 7) / 8)
}

// handFormats reads testdata/memory/formats.txt: the components of each format in bits, or the block of a compressed one.
func handFormats(t *testing.T) (list []handFormat) {
	t.Helper()
	text, err := os.ReadFile("testdata/memory/formats.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, known := registry.Builtin(), map[uint64]bool{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		f := handFormat{name: "GL_" + fields[0], w: 1, h: 1, d: 1, least: 1}
		if strings.Contains(fields[1], "x") {
			if _, err := fmt.Sscanf(fields[1], "%dx%dx%d", &f.w, &f.h, &f.d); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			f.compressed = true
			fields = fields[1:]
		}
		for _, field := range fields[1:] {
			n := 0
			if _, err := fmt.Sscanf(field, "least=%d", &f.least); err == nil {
				continue
			}
			if _, err := fmt.Sscan(field, &n); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			f.bits += n
		}
		if e, ok := r.Enum(f.name); ok {
			known[uint64(e.Value)] = true
		}
		list = append(list, f)
	}
	for _, group := range []string{"InternalFormat", "SizedInternalFormat"} {
		g, ok := r.Group(group)
		for i := 0; ok && i < len(g.Enums); i++ {
			e, _ := r.Enum(g.Enums[i])
			if e != nil && !known[uint64(e.Value)] && !slices.Contains(unsized, e.Name) {
				t.Errorf("testdata/memory/formats.txt lacks %s", e.Name)
			}
		}
	}
	return list
}

// unsized are the formats of the registry whose size depends on the type of the pixels.
var unsized = []string{"GL_ALPHA", "GL_DEPTH_COMPONENT", "GL_DEPTH_STENCIL", "GL_DEPTH_STENCIL_OES", "GL_LUMINANCE", "GL_LUMINANCE_ALPHA", "GL_RED", "GL_RED_EXT",
	"GL_RG", "GL_RGB", "GL_RGBA", "GL_SRGB", "GL_SRGB_EXT", "GL_SRGB_ALPHA_EXT", "GL_STENCIL_INDEX", "GL_STENCIL_INDEX_OES"}
