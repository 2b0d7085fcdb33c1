//go:build linux

package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// fakeComparer compares cases of the program in testdata, which pretends to be dEQP, with a layer that changes verdicts.
func fakeComparer(t *testing.T, results *store) comparer {
	t.Helper()
	program, err := filepath.Abs(filepath.Join("testdata", "deqp-gles2"))
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(filepath.Dir(program), "gleslayergen")
	d := driver{name: "mesa"}
	return comparer{driver: d.name, module: module{name: "deqp-gles2", prefix: "dEQP-GLES2.", path: program}, dir: t.TempDir(), store: results,
		setups: []setup{d.setup(tool, layers[0], "", ""), d.setup(tool, layer{name: "all"}, "layer.so", "")}}
}

// verdictsOf returns the comparisons by the last part of the case's name.
func verdictsOf(list []comparison) map[string]comparison {
	out := map[string]comparison{}
	for _, c := range list {
		out[c.Case[strings.LastIndex(c.Case, ".")+1:]] = c
	}
	return out
}

func fakeNames(words string) (names []string) {
	for word := range strings.FieldsSeq(words) {
		names = append(names, "dEQP-GLES2."+word)
	}
	return names
}

// A case that passes, fails or crashes in both runs is equal. One that differs runs again alone.
func TestCompare(t *testing.T) {
	results, err := openStore(filepath.Join(t.TempDir(), "verdicts.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	c := fakeComparer(t, results)
	if err := c.run(t.Context(), fakeNames("good fails crashes after layered flaky unreset stops crashes2")); err != nil {
		t.Fatal(err)
	}
	got := verdictsOf(results.list)
	for name, want := range map[string]comparison{
		"good":     {Without: "Pass", With: "Pass"},
		"fails":    {Without: "Fail", With: "Fail"},
		"crashes":  {Without: crashed, With: crashed},
		"after":    {Without: "Pass", With: "Pass"},
		"layered":  {Without: "Pass", With: "Fail", Alone: true},
		"flaky":    {Without: "Pass", With: "Pass", Alone: true},
		"unreset":  {Without: "Pass", With: "Pass and ended", Alone: true},
		"stops":    {Without: "Crash", With: "Crash"},
		"crashes2": {Without: crashed, With: crashed},
	} {
		want.Driver, want.Layer, want.Case = "mesa", "all", "dEQP-GLES2."+name
		if got[name] != want {
			t.Errorf("%+v, want %+v", got[name], want)
		}
	}
	all := groups(results.list)
	if err := checkVerdicts(all); err == nil || !strings.Contains(err.Error(), "2 verdicts differ") {
		t.Error(err)
	}
	var out strings.Builder
	printVerdicts(&out, all)
	for _, want := range []string{"mesa    all    9      5     7      0       3      2\n", "mesa: all: dEQP-GLES2.layered: Pass without a layer, Fail with it\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

// Under a profile, a case may become one that is not supported. That is not a difference, and the case does not run again alone.
func TestMasked(t *testing.T) {
	results, err := openStore(filepath.Join(t.TempDir(), "verdicts.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	c := fakeComparer(t, results)
	selected, err := profileLayers("mali-400," + filepath.Join("..", "..", "examples", "profiles", "adreno-330.profile"))
	if err == nil || !strings.Contains(err.Error(), "mali-400") { // the working directory is not test
		t.Errorf("%+v, %v", selected, err)
	}
	if selected, err = profileLayers(filepath.Join("..", "..", "examples", "profiles", "adreno-330.profile")); err != nil || len(selected) != 1 {
		t.Fatalf("%+v, %v", selected, err)
	}
	c.setups[1] = driver{name: "mesa"}.setup(filepath.Join(filepath.Dir(c.module.path), "gleslayergen"), selected[0], "layer.so", "")
	if !slices.ContainsFunc(c.setups[1].prefix, func(s string) bool { return strings.HasPrefix(s, "profile.file=/") }) {
		t.Errorf("%q", c.setups[1].prefix)
	}
	if err := c.run(t.Context(), fakeNames("good masked layered")); err != nil {
		t.Fatal(err)
	}
	got := verdictsOf(results.list)
	if one := got["masked"]; !one.masked() || !one.equal() || one.Alone {
		t.Errorf("%+v", one)
	}
	if one := got["layered"]; one.masked() || one.equal() {
		t.Errorf("%+v", one)
	}
	one := got["masked"]
	if one.Layer = "all"; one.equal() {
		t.Error("a case may become one that is not supported without a profile")
	}
	var out strings.Builder
	printVerdicts(&out, groups(results.list))
	if want := "mesa    profile-adreno-330  3      3     1      1       1      1\n"; !strings.Contains(out.String(), want) {
		t.Errorf("the table lacks %q:\n%s", want, out.String())
	}
}

// A program that needs windows runs on the display of the environment; others run without one.
func TestEnvironment(t *testing.T) {
	window := module{window: true}
	t.Setenv("DISPLAY", "")
	if got := window.environment(environment); !slices.Equal(got, environment) {
		t.Errorf("%q", got)
	}
	t.Setenv("DISPLAY", ":7")
	if got := window.environment(environment); slices.Contains(got, "DISPLAY=") || slices.Contains(got, "EGL_PLATFORM=surfaceless") || !slices.Contains(got, "LIBGL_ALWAYS_SOFTWARE=1") {
		t.Errorf("%q", got)
	}
	if got := (module{}).environment(environment); !slices.Equal(got, environment) {
		t.Errorf("%q", got)
	}
}

// A later run continues: cases that have run do not run again, and a line that was not written completely is dropped.
func TestContinue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts.jsonl")
	first, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := fakeComparer(t, first).run(t.Context(), fakeNames("one two")); err != nil {
		t.Fatal(err)
	}
	testutil.WriteFile(t, path, testutil.ReadText(t, path)+`{"driver":"me`, 0o600)
	second, err := openStore(path)
	if err != nil || second.count() != 2 {
		t.Fatalf("%d comparisons, %v", second.count(), err)
	}
	c := fakeComparer(t, second)
	if left := second.missing("mesa", fakeNames("one two three"), c.setups[1:]); !slices.Equal(left, fakeNames("three")) {
		t.Errorf("left: %q", left)
	}
	if err := c.run(t.Context(), fakeNames("one two three")); err != nil {
		t.Fatal(err)
	}
	third, err := openStore(path)
	if err != nil || third.count() != 3 {
		t.Errorf("%d comparisons, %v", third.count(), err)
	}
	testutil.WriteFile(t, path, "no JSON\n", 0o600)
	if _, err := openStore(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a file that is not one of verdicts: %v", err)
	}
}

// A program that writes no log is an error, with what it printed, even if an earlier run left a log.
func TestNoLog(t *testing.T) {
	results, err := openStore(filepath.Join(t.TempDir(), "verdicts.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	c := fakeComparer(t, results)
	c.module.path = filepath.Join(c.dir, "broken")
	testutil.WriteFile(t, c.module.path, "#!/bin/sh\necho no driver\nexit 1\n", 0o700)
	testutil.WriteFile(t, filepath.Join(c.dir, "mesa-0-none-0.qpa"), "#beginTestCaseResult dEQP-GLES2.one\n", 0o600) // of an earlier run
	if err := c.run(t.Context(), fakeNames("one")); err == nil || !strings.Contains(err.Error(), "no driver") {
		t.Error(err)
	}
}

// If no case passes, nothing was compared.
func TestCheckVerdicts(t *testing.T) {
	equal := comparison{Case: "a", Without: "Fail", With: "Fail"}
	if err := checkVerdicts(groups([]comparison{equal})); err == nil {
		t.Error("a run of which no case passes is a success")
	}
	if err := checkVerdicts(groups([]comparison{equal, {Case: "b", Without: "Pass", With: "Pass"}})); err != nil {
		t.Error(err)
	}
}

// The shards of a list have each name once.
func TestShard(t *testing.T) {
	names := fakeNames("a b c d e f g")
	var all []string
	for _, text := range []string{"1/3", "2/3", "3/3"} {
		var s shard
		if err := s.Set(text); err != nil {
			t.Fatal(err)
		}
		all = append(all, s.part(names)...)
	}
	slices.Sort(all)
	if !slices.Equal(all, names) {
		t.Errorf("%q", all)
	}
	for _, bad := range []string{"", "0/3", "4/3", "1", "1/3x", "a/b"} {
		if err := new(shard).Set(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// Unknown layers and drivers are errors. ANGLE gets the names by which programs load it.
func TestSetups(t *testing.T) {
	if _, err := selectLayers("all,gone"); err == nil || !strings.Contains(err.Error(), `"gone"`) {
		t.Error(err)
	}
	selected, err := selectLayers("none,modules,trace")
	if err != nil || len(selected) != 2 {
		t.Fatalf("%+v, %v", selected, err)
	}
	angle, work := t.TempDir(), t.TempDir()
	testutil.WriteFile(t, filepath.Join(angle, "libEGL.so"), "", 0o600)
	d, err := findDriver("angle", angle, work)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(d.dir, "libEGL.so.1")); err != nil {
		t.Error(err)
	}
	if again, err := findDriver("angle", angle, work); err != nil || again.dir != d.dir {
		t.Errorf("%+v, %v", again, err)
	}
	if s := d.setup("tool", selected[0], "l.so", "/work"); !slices.Contains(s.prefix, "breadcrumbs.directory=/work") || !slices.Contains(s.prefix, d.dir) {
		t.Errorf("%q", s.prefix)
	}
	if s := d.setup("tool", selected[1], "", ""); !slices.Contains(s.prefix, recordingName) {
		t.Errorf("%q", s.prefix)
	}
	if s := d.setup("tool", layers[0], "", ""); s.prefix != nil || !slices.Contains(s.env, "LD_LIBRARY_PATH="+d.dir) {
		t.Errorf("%+v", s)
	}
	for _, name := range []string{"angle", "nvidia"} {
		if _, err := findDriver(name, "", work); err == nil {
			t.Errorf("driver %s is accepted without a directory", name)
		}
	}
}

// The report of JUnit has a suite for each driver and layer, and one for each replay.
func TestJUnit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.xml")
	list := []comparison{{Driver: "mesa", Layer: "go", Case: "a", Without: "Pass", With: "Fail"}, {Driver: "mesa", Layer: "go", Case: "b", Without: "Pass", With: "Pass"}}
	if err := writeJUnit(path, groups(list), []result{{module: "deqp-gles2", cases: 7, failures: []string{"c"}}}); err != nil {
		t.Fatal(err)
	}
	var report junitReport
	if err := xml.Unmarshal([]byte(testutil.ReadText(t, path)), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Suites) != 2 || report.Suites[0].Tests != 2 || report.Suites[0].Failures != 1 || report.Suites[1].Tests != 7 || report.Suites[1].Failures != 1 {
		t.Errorf("%+v", report)
	}
}
