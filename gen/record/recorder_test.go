package record_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// missing lists the pointers to data of unknown size; sizes.tsv has the reasons.
var missing = []string{
	"eglExportDMABUFImageMESA.fds", "eglExportDMABUFImageMESA.offsets", "eglExportDMABUFImageMESA.strides",
	"glGetPathCommandsNV.commands", "glGetPathCoordsNV.coords", "glGetPathDashArrayNV.dashArray",
	"glImportMemoryWin32NameEXT.name", "glImportSemaphoreWin32NameEXT.name", "glProgramPathFragmentInputGenNV.coeffs",
	"glShadingRateSampleOrderCustomNV.locations",
}

// addresses lists pointers that do not point to data of the program.
var addresses = []string{
	"eglBindWaylandDisplayWL.display", "eglCreatePlatformPixmapSurface.native_pixmap", "eglCreatePlatformPixmapSurfaceEXT.native_pixmap",
	"eglCreatePlatformWindowSurface.native_window", "eglCreatePlatformWindowSurfaceEXT.native_window",
	"eglGetNativeClientBufferANDROID.buffer", "eglGetPlatformDisplay.native_display", "eglGetPlatformDisplayEXT.native_display",
	"eglQueryWaylandBufferWL.buffer", "eglUnbindWaylandDisplayWL.display", "glDebugMessageCallback.userParam",
	"glDebugMessageCallbackKHR.userParam", "glGetObjectPtrLabel.ptr", "glGetObjectPtrLabelKHR.ptr",
	"glImportMemoryWin32HandleEXT.handle", "glImportSemaphoreWin32HandleEXT.handle", "glObjectPtrLabel.ptr", "glObjectPtrLabelKHR.ptr",
}

// recorderOf returns the recorder of a layer that records every command.
func recorderOf(t *testing.T, r *registry.Registry) *record.Recorder {
	t.Helper()
	p, err := gen.New(r, gen.Input{Name: "all", Module: "example.com/all", Rules: gen.ParseRules("@all", gen.HookRecord),
		Use: []string{"glGetString"}, Scope: registry.FullScope()})
	if err != nil {
		t.Fatal(err)
	}
	return gen.RecorderOf(p)
}

// recorders returns recorders for the built-in registry and for those in ../shared/registry, if it exists.
func recorders(t *testing.T) map[string]*record.Recorder {
	t.Helper()
	all := map[string]*record.Recorder{"builtin": recorderOf(t, registry.Builtin())}
	dirs, _ := filepath.Glob("../../../shared/registry/*")
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
		all[dir] = recorderOf(t, r)
	}
	return all
}

// TestEveryPointerIsSized checks that every pointer parameter has a rule, except the few that cannot have one.
func TestEveryPointerIsSized(t *testing.T) {
	for name, rec := range recorders(t) {
		var without, numbers []string
		pointers := 0
		for _, c := range rec.Recorded() {
			for i, v := range c.Params {
				d, place := rec.Recording(c.Name).Captures[i], c.Name+"."+v.Name
				switch {
				case !strings.HasSuffix(v.Type.String(), "*"):
					continue
				case d.Missing:
					without = append(without, place)
					if !slices.Contains(d.Copy.Args, "TRACE_NOT_KNOWN") {
						t.Errorf("%s: %s is not marked as unknown", name, place)
					}
				case d.Size == "":
					numbers = append(numbers, place)
				case d.Copy.Function == "":
					t.Errorf("%s: %s is never copied", name, place)
				}
				pointers++
			}
		}
		if pointers < 600 {
			t.Errorf("%s: only %d pointers", name, pointers)
		}
		if extra := notIn(without, missing); len(extra) > 0 || name == "builtin" && len(without) != len(missing) {
			t.Errorf("%s: no rule for %q; %d of %d known", name, extra, len(without), len(missing))
		}
		if extra := notIn(numbers, addresses); len(extra) > 0 || name == "builtin" && len(numbers) != len(addresses) {
			t.Errorf("%s: no data behind %q; %d of %d known", name, extra, len(numbers), len(addresses))
		}
	}
}

func notIn(list, known []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(known, s) })
}

// TestTablesAreUsed checks that each row of the tables applies to a command and names enums of the registry.
func TestTablesAreUsed(t *testing.T) {
	r := registry.Builtin()
	recorded := recorderOf(t, r).Recorded()
	lens := map[string]bool{}
	for _, c := range recorded {
		rc, _ := r.Command(c.Name)
		for _, param := range rc.Params {
			lens[param.Len.String()] = true
			if row := record.SizeRow(rc.Name + "." + param.Name); row != nil {
				lens[row[0]] = true
			}
		}
	}
	for _, row := range record.SizeRows() {
		if !lens[row[0]] {
			t.Errorf("sizes.tsv: no parameter needs %s", row[0])
		}
	}
	for _, row := range record.ActionRows() {
		if !slices.ContainsFunc(recorded, func(c record.Command) bool {
			rc, _ := r.Command(c.Name)
			return record.MatchedName(row, rc) != ""
		}) {
			t.Errorf("actions.tsv: no command matches %s", row[0])
		}
	}
	for _, row := range slices.Concat(table.Rows("pname_counts.tsv", *record.PnamesTable, 3), table.Rows("formats.tsv", *record.FormatsTable, 4)) {
		name := row[len(row)-3] // the first column of pname_counts.tsv, the second of formats.tsv
		if len(record.MatchingEnums(r, name)) == 0 {
			t.Errorf("the registry has no %s", name)
		}
	}
}

// TestNumbersAreSorted checks that the tables, which the recorder searches by bisection, have each value once and in order.
func TestNumbersAreSorted(t *testing.T) {
	for _, table := range recorderOf(t, registry.Builtin()).Numbers {
		if len(table.Rows) < 9 {
			t.Errorf("%s has only %d rows", table.Name, len(table.Rows))
		}
		for i := range table.Rows[1:] {
			if table.Rows[i].Value >= table.Rows[i+1].Value {
				t.Errorf("%s: %v before %v", table.Name, table.Rows[i], table.Rows[i+1])
			}
		}
	}
}

// TestSnapshotCounts checks that pname_counts.tsv has the number of values for everything that a snapshot queries.
func TestSnapshotCounts(t *testing.T) {
	rec := recorderOf(t, registry.Builtin())
	counts := rec.Numbers[0]
	for _, kind := range record.SnapshotKinds() {
		queries, err := rec.Snapshot(kind)
		if err != nil || len(queries) == 0 {
			t.Fatalf("%s: %d queries, %v", kind, len(queries), err)
		}
		if kind == "enabled" || kind == "target" {
			continue // queried with functions that return one value or none
		}
		for _, q := range queries {
			value, err := strconv.ParseUint(q.Value, 0, 32)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(counts.Rows, func(r record.NumberRow) bool { return r.Value == uint32(value) }) {
				t.Errorf("%s %s is in no row of pname_counts.tsv", kind, q.Name)
			}
		}
	}
}

// TestCaptures checks statements that follow from the registry's len, or from sizes.tsv where the len is missing or wrong.
func TestCaptures(t *testing.T) {
	rec := recorderOf(t, registry.Builtin())
	for _, want := range [][2]string{
		{"glUniformMatrix4fv.value", "trace_capture_values(t_, 3, value, 16 * (int64_t)count, sizeof *value)"},
		{"glTexImage2D.pixels", "trace_capture_pixels(t_, 8, pixels, width, height, LAYER_FLAT, format, type)"},
		{"glReadnPixels.data", "trace_capture_read_pixels(t_, 7, data, width, height, LAYER_FLAT, format, type, bufSize)"},
		{"glShaderSource.string", "trace_capture_texts(t_, 2, (const char *const *)string, count, length)"},
		{"glGetVertexAttribiv.params", "trace_capture_named_values(t_, 2, params, pname, sizeof *params)"},
		{"glGetnUniformfvKHR.params", "trace_capture_values(t_, 3, params, trace_least(trace_uniform_count(t_, program, location), bufSize / 4), sizeof *params)"},
		{"glGetProgramBinary.binary", "trace_capture_values(t_, 4, binary, trace_filled(bufSize, length), sizeof *binary)"},
		{"glGetActiveAttrib.name", "trace_capture_written_text(t_, 6, name, bufSize, length)"},
		{"glGetSynciv.values", "trace_capture_values(t_, 4, values, trace_filled(count, length), sizeof *values)"},
		{"glGetProgramResourceiv.params", "trace_capture_values(t_, 7, params, trace_filled(count, length), sizeof *params)"},
		{"eglChooseConfig.configs", "trace_capture_values(t_, 2, configs, trace_filled(config_size, num_config), sizeof *configs)"},
		{"glGetPathCommandsNV.commands", "trace_capture_values(t_, 1, commands, TRACE_NOT_KNOWN, 1)"},
		{"glVertexAttribIPointer.pointer", "trace_capture_array_start(t_, 4)"},
		{"glDrawElementsInstancedBaseVertexEXT.indices", "trace_capture_indices(t_, 3, indices, count, type)"},
	} {
		command, param, _ := strings.Cut(want[0], ".")
		if got := copyOf(rec, command, param); got != want[1] {
			t.Errorf("%s: %s\nwant %s", want[0], got, want[1])
		}
	}
}

// TestCounts checks that a driver gets a count of the recorder for a null pointer, only where it accepts one.
func TestCounts(t *testing.T) {
	rec := recorderOf(t, registry.Builtin())
	of := rec.Recording("glGetAttachedShaders")
	if got, want := of.Actions.Around, "next_(program, maxCount, count_, shaders)"; string(got) != want || len(of.Counts) != 1 {
		t.Errorf("%s, want %s; %v", got, want, of.Counts)
	}
	if got, want := of.Actions.AlwaysAround, "next_(program, maxCount, count, shaders)"; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	want := []string{"trace_capture_values(t_, 2, count, 1, sizeof *count)", "trace_capture_values(t_, 3, shaders, trace_filled(maxCount, count_), sizeof *shaders)"}
	for n, out := range of.Out {
		if out.String() != want[n] {
			t.Errorf("%s, want %s", out, want[n])
		}
	}
	for _, command := range []string{"eglChooseConfig", "glGetActiveAttrib", "glExtGetProgramBinarySourceQCOM"} {
		if counts := rec.Recording(command).Counts; len(counts) != 0 {
			t.Errorf("%s: %v", command, counts)
		}
	}
	for _, c := range rec.Recorded() {
		for _, count := range rec.Recording(c.Name).Counts {
			if !record.IsNullable(c.Name + "." + count.Param) {
				t.Errorf("%s.%s is not in nullable.tsv", c.Name, count.Param)
			}
		}
	}
}

func copyOf(rec *record.Recorder, command, param string) string {
	for _, c := range rec.Recorded() {
		for i, v := range c.Params {
			if c.Name == command && v.Name == param {
				return rec.Recording(command).Captures[i].Copy.String()
			}
		}
	}
	return ""
}

// TestCells checks layouts: cells have 4 or 8 bytes on every machine, and the result is the last cell.
func TestCells(t *testing.T) {
	rec := recorderOf(t, registry.Builtin())
	for command, want := range map[string]string{"glUniform4f": "iffff", "glBufferData": "ulqu", "eglCreateContext": "qqqqq",
		"glFinish": "", "glClientWaitSync": "ququ", "glGetError": "u", "glColorMask": "uuuu"} {
		if got := rec.Recording(command).Layout; got != want {
			t.Errorf("%s has the cells %q, want %q", command, got, want)
		}
	}
}

// TestInvalidRows checks that rows which name unknown rules or parameters are errors.
func TestInvalidRows(t *testing.T) {
	r := registry.Builtin()
	rc, _ := r.Command("glBufferData")
	for _, row := range []string{"elements nothing", "guess size", "pixels size", "bytes", "texts size"} {
		if rule, err := record.ParseSizeRule([]string{"a.b", row, "-"}, rc, rc); err == nil {
			t.Errorf("%s: %v", row, rule)
		}
	}
	for _, row := range [][3]string{{"later", "f()", "always"}, {"before", "f()", "sometimes"}} {
		if err := new(record.Actions).Add(row[0], row[1], row[2]); err == nil {
			t.Errorf("%v: no error", row)
		}
	}
}

// TestVendorVariantsAreRecordedAlike checks that OpenGL ES commands that differ only by vendor suffix are recorded alike,
// even if the registry does not declare them as aliases.
func TestVendorVariantsAreRecordedAlike(t *testing.T) {
	r := registry.Builtin()
	rec := recorderOf(t, r)
	kinds := map[string]string{}
	for _, c := range rec.Recorded() {
		rc, _ := r.Command(c.Name)
		if rc.IsEGL() {
			continue
		}
		kind := ""
		if record.HasAction(rc) {
			kind = "with action"
		}
		for _, d := range rec.Recording(c.Name).Captures {
			take := d.Copy.Function
			kind += " " + take
		}
		name := fmt.Sprint(strings.TrimRight(c.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), len(c.Params))
		if other, ok := kinds[name]; ok && other != kind {
			t.Errorf("%s: %s, but its variants: %s", c.Name, kind, other)
		}
		kinds[name] = kind
	}
}
