package gen

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// missing are the pointers to data of which nobody knows how much it is; sizes.tsv says why.
var missing = []string{
	"eglExportDMABUFImageMESA.fds", "eglExportDMABUFImageMESA.offsets", "eglExportDMABUFImageMESA.strides",
	"glGetPathCommandsNV.commands", "glGetPathCoordsNV.coords", "glGetPathDashArrayNV.dashArray",
	"glImportMemoryWin32NameEXT.name", "glImportSemaphoreWin32NameEXT.name", "glProgramPathFragmentInputGenNV.coeffs",
	"glShadingRateSampleOrderCustomNV.locations",
}

// addresses are pointers that lead to no data of the program's.
var addresses = []string{
	"eglBindWaylandDisplayWL.display", "eglCreatePlatformPixmapSurface.native_pixmap", "eglCreatePlatformPixmapSurfaceEXT.native_pixmap",
	"eglCreatePlatformWindowSurface.native_window", "eglCreatePlatformWindowSurfaceEXT.native_window",
	"eglGetNativeClientBufferANDROID.buffer", "eglGetPlatformDisplay.native_display", "eglGetPlatformDisplayEXT.native_display",
	"eglQueryWaylandBufferWL.buffer", "eglUnbindWaylandDisplayWL.display", "glDebugMessageCallback.userParam",
	"glDebugMessageCallbackKHR.userParam", "glGetObjectPtrLabel.ptr", "glGetObjectPtrLabelKHR.ptr",
	"glImportMemoryWin32HandleEXT.handle", "glImportSemaphoreWin32HandleEXT.handle", "glObjectPtrLabel.ptr", "glObjectPtrLabelKHR.ptr",
}

// recorders are plans that record all, by the registry of the tool and by those that stand beside the repository.
func recorders(t *testing.T) map[string]*Plan {
	t.Helper()
	plans := map[string]*Plan{"builtin": everything(t, HookRecord)}
	dirs, _ := filepath.Glob("../../shared/registry/*")
	for _, dir := range dirs {
		gl, err := registry.ReadFile(filepath.Join(dir, "gl.xml"))
		egl, err2 := registry.ReadFile(filepath.Join(dir, "egl.xml"))
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		r, err := registry.Decode(gl, egl)
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(r, Input{Name: "all", Module: "example.com/all", Rules: []Rule{{"@all", HookRecord}}, Scope: registry.FullScope()})
		if err != nil {
			t.Fatal(dir, err)
		}
		plans[dir] = p
	}
	return plans
}

// Every pointer parameter has a rule, or is one of the few that cannot have one.
func TestEveryPointerIsSized(t *testing.T) {
	for name, p := range recorders(t) {
		var without, numbers []string
		pointers := 0
		for _, c := range p.recorded() {
			for i, v := range c.Params {
				d, place := c.recording.captures[i], c.Name+"."+v.Name
				switch {
				case !strings.HasSuffix(v.CType, "*"):
					continue
				case d.missing:
					without = append(without, place)
					if !strings.Contains(d.take, "TRACE_NOT_KNOWN") {
						t.Errorf("%s: nothing marks %s", name, place)
					}
				case d.words == "":
					numbers = append(numbers, place)
				case d.take == "":
					t.Errorf("%s: %s is never taken", name, place)
				}
				pointers++
			}
		}
		if pointers < 600 {
			t.Errorf("%s: only %d pointers", name, pointers)
		}
		if extra := notIn(without, missing); len(extra) > 0 || name == "builtin" && len(without) != len(missing) {
			t.Errorf("%s: no rule for %q; %d of %d that have none", name, extra, len(without), len(missing))
		}
		if extra := notIn(numbers, addresses); len(extra) > 0 || name == "builtin" && len(numbers) != len(addresses) {
			t.Errorf("%s: no data behind %q; %d of %d", name, extra, len(numbers), len(addresses))
		}
	}
}

func notIn(list, known []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(known, s) })
}

// Each row of the tables is needed by some command, and names what there is.
func TestRecordingTablesAreUsed(t *testing.T) {
	r := registry.Builtin()
	p := everything(t, HookRecord)
	lens := map[string]bool{}
	for _, c := range p.recorded() {
		rc, _ := r.Command(c.Name)
		for _, param := range rc.Params {
			what := rc.Name + "." + param.Name
			lens[param.Len.String()] = true
			if row := sizeRow(what); row != nil {
				lens[row[0]] = true
			}
		}
	}
	for _, row := range sizeRows() {
		if !lens[row[0]] {
			t.Errorf("sizes.tsv: no parameter needs %s", row[0])
		}
	}
	for _, row := range noteRows() {
		if !slices.ContainsFunc(p.recorded(), func(c *Command) bool {
			rc, _ := r.Command(c.Name)
			return noteFits(row, rc) != ""
		}) {
			t.Errorf("notes.tsv: no command is %s", row[0])
		}
	}
	for _, row := range slices.Concat(table.Rows("pnames.tsv", pnamesTable, 3), table.Rows("formats.tsv", formatsTable, 4)) {
		name := row[len(row)-3] // the first column of one table, the second of the other
		if len(enumsLike(r, name)) == 0 {
			t.Errorf("the registry has no %s", name)
		}
	}
}

// Names of values that differ in how many they ask for have their own rows; the sorted tables are searched by halving.
func TestNumbersAreSorted(t *testing.T) {
	for _, table := range everything(t, HookRecord).numbers {
		if len(table.Rows) < 9 {
			t.Errorf("%s has %d rows", table.Name, len(table.Rows))
		}
		for i := range table.Rows[1:] {
			if table.Rows[i].Value >= table.Rows[i+1].Value {
				t.Errorf("%s: %v before %v", table.Name, table.Rows[i], table.Rows[i+1])
			}
		}
	}
}

// Of all that the recorder itself asks, it knows how many values there are.
func TestSnapshotCounts(t *testing.T) {
	p := everything(t, HookRecord)
	counts := p.numbers[0]
	for _, kind := range snapshotKinds() {
		if kind == "enabled" || kind == "target" {
			continue // asked by functions that answer with one value, or not at all
		}
		questions, err := p.snapshot(kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			value, err := strconv.ParseUint(q.Value, 0, 32)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(counts.Rows, func(r numberRow) bool { return r.Value == uint32(value) }) {
				t.Errorf("%s %s is in no row of pnames.tsv", kind, q.Name)
			}
		}
	}
}

// What is taken of a parameter follows from the registry, and where that is silent or wrong, from the table.
func TestCaptures(t *testing.T) {
	p := everything(t, HookRecord)
	for _, want := range [][2]string{
		{"glUniformMatrix4fv.value", "trace_take(t_, 3, value, 16 * (int64_t)count, sizeof *value);"},
		{"glTexImage2D.pixels", "trace_take_pixels(t_, 8, pixels, width, height, TRACE_FLAT, format, type);"},
		{"glReadnPixels.data", "trace_take_read_pixels(t_, 7, data, width, height, TRACE_FLAT, format, type, bufSize);"},
		{"glShaderSource.string", "trace_take_texts(t_, 2, (const char *const *)string, count, length);"},
		{"glGetVertexAttribiv.params", "trace_take_named(t_, 2, params, pname, sizeof *params);"},
		{"glGetnUniformfvKHR.params", "trace_take(t_, 3, params, trace_least(trace_uniform_count(t_, program, location), bufSize / 4), sizeof *params);"},
		{"glGetProgramBinary.binary", "trace_take(t_, 4, binary, trace_filled(bufSize, length), sizeof *binary);"},
		{"glGetActiveAttrib.name", "trace_take_written_text(t_, 6, name, bufSize, length);"},
		{"eglChooseConfig.configs", "trace_take(t_, 2, configs, trace_filled(config_size, num_config), sizeof *configs);"},
		{"glGetPathCommandsNV.commands", "trace_take(t_, 1, commands, TRACE_NOT_KNOWN, 1);"},
		{"glVertexAttribIPointer.pointer", "trace_take_start(t_, 4);"},
		{"glDrawElementsInstancedBaseVertexEXT.indices", "trace_take_indices(t_, 3, indices, count, type);"},
	} {
		command, param, _ := strings.Cut(want[0], ".")
		if got := takeOf(p, command, param); got != want[1] {
			t.Errorf("%s: %s\nexpected %s", want[0], got, want[1])
		}
	}
}

func takeOf(p *Plan, command, param string) string {
	for _, c := range p.recorded() {
		for i, v := range c.Params {
			if c.Name == command && v.Name == param {
				return c.recording.captures[i].take
			}
		}
	}
	return ""
}

// Cells are of 4 or 8 bytes, whatever the machine; the result is the last.
func TestCells(t *testing.T) {
	p := everything(t, HookRecord)
	for command, want := range map[string]string{"glUniform4f": "iffff", "glBufferData": "ulqu", "eglCreateContext": "qqqqq",
		"glFinish": "", "glClientWaitSync": "ququ", "glGetError": "u", "glColorMask": "uuuu"} {
		c := p.Commands[slices.IndexFunc(p.Commands, func(c *Command) bool { return c.Name == command })]
		if c.recording.Layout != want {
			t.Errorf("%s has the cells %q, expected %q", command, c.recording.Layout, want)
		}
	}
}

// A rule that names what a command does not have is refused.
func TestRulesAreChecked(t *testing.T) {
	r := registry.Builtin()
	rc, _ := r.Command("glBufferData")
	for _, row := range []string{"elements nothing", "guess size", "pixels size", "bytes", "texts size"} {
		if rule, err := parseSizeRule([]string{"a.b", row, "-"}, rc, rc); err == nil {
			t.Errorf("%s: %v", row, rule)
		}
	}
	for _, note := range [][3]string{{"later", "f()", "always"}, {"before", "f()", "sometimes"}} {
		if err := new(callNotes).add(note[0], note[1], note[2]); err == nil {
			t.Errorf("%v is taken", note)
		}
	}
}

// Commands of OpenGL ES that differ by a vendor's letters only are recorded alike, whether the registry says that they are the same or not.
func TestTwinsAreRecordedAlike(t *testing.T) {
	r := registry.Builtin()
	kinds := map[string]string{}
	for _, c := range everything(t, HookRecord).recorded() {
		rc, _ := r.Command(c.Name)
		if rc.IsEGL() {
			continue
		}
		kind := ""
		if isNoted(rc) {
			kind = "noted"
		}
		for _, d := range c.recording.captures {
			take, _, _ := strings.Cut(d.take, "(")
			kind += " " + take
		}
		name := fmt.Sprint(strings.TrimRight(c.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), len(c.Params))
		if other, ok := kinds[name]; ok && other != kind {
			t.Errorf("%s: %s, and others like it: %s", c.Name, kind, other)
		}
		kinds[name] = kind
	}
}
