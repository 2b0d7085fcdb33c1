package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// surveyFile is the part of a report's file that the tests read, of its device.
type surveyFile struct {
	Device  map[string]string
	Loader  []struct{ Path, SHA256 string }
	Missing []string
	Cases   []struct{ Passed bool }
	Driver  *struct{ Choices []struct{ By string } }
	Walk    *struct {
		Asked          int
		Lacking, Added []string
		SameOrder      bool
	}
}

func readSurvey(t *testing.T, path string) (surveyFile, string) {
	t.Helper()
	var s struct {
		Schema  int
		Devices []surveyFile
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err == nil {
		err = reports.CheckSchema("device-report", string(data))
	}
	if err != nil || s.Schema != 1 || len(s.Devices) != 1 {
		t.Fatalf("%v\n%s", err, data)
	}
	return s.Devices[0], string(data)
}

// TestDeviceReport writes a report with all parts. It names neither the device nor its apps, and the device is as
// before.
func TestDeviceReport(t *testing.T) {
	t.Parallel()
	p := connect(t, device.Server(t), device.Options{Android: "16qpr2", Sleep: ctsSleep, Props: map[string]string{"ro.build.version.sdk_full": "36.1"}}).withGoodNDK(t)
	p.PutSetting("angle_gl_driver_selection_pkgs", "com.secret.app", "root")
	p.PutSetting("angle_gl_driver_selection_values", "native", "root")
	p.sh(t, "setprop debug.gles.layers libmine.so")
	// Earlier processes had the numbers that the test apps will have.
	earlier, err := strconv.Atoi(p.sh(t, "echo $$"))
	if err != nil {
		t.Fatal(err)
	}
	for pid := range 1500 {
		p.WriteLog(earlier+pid, 10100, 'I', "glesLayerA", "RootlessGpuDebug activity complete, glesLayer_eglChooseConfig called in glesLayerA")
	}
	before := p.Snapshot()
	out := filepath.Join(t.TempDir(), "phone.json")
	p.ok(t, []string{"tests of layers: 10 passed, 0 failed", "the loader asks for the", "in its order", "read it before you send it"}, "device", "report", "--out", out)
	s, text := readSurvey(t, out)
	if s.Device["ro.build.version.release"] != "16" || s.Device["kernel"] == "" || len(s.Cases) != 10 || s.Driver == nil || len(s.Driver.Choices) == 0 {
		t.Errorf("%s", text)
	}
	if s.Walk == nil || s.Walk.Asked < 1000 || len(s.Walk.Lacking)+len(s.Walk.Added) > 0 || !s.Walk.SameOrder {
		t.Errorf("%+v", s.Walk)
	}
	for _, private := range []string{p.Serial(), "com.secret.app", "com.example"} {
		if strings.Contains(text, private) {
			t.Errorf("the report contains %s:\n%s", private, text)
		}
	}
	if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
		t.Errorf("left behind: %q", diff)
	}
	p.sh(t, "logcat -c")
	p.fails(t, 1, []string{"file exists", "--out"}, "device", "report", "--out", out)
	if log := p.sh(t, "logcat -d"); strings.Contains(log, "Start proc") {
		t.Errorf("tests run before the file is created:\n%s", log)
	}

	// The cable is pulled during the tests: the report is written, but the device is not restored.
	pulled := connect(t, device.Server(t), device.Options{Android: "16qpr2", Sleep: ctsSleep, Faults: device.Faults{CutAfter: p.Traffic() * 3 / 4, Gone: true}}).withGoodNDK(t)
	out = filepath.Join(t.TempDir(), "pulled.json")
	pulled.fails(t, 5, []string{"device restore"}, "device", "report", "--out", out)
	if s, text := readSurvey(t, out); len(s.Missing) != 1 || !strings.HasPrefix(s.Missing[0], "tests of layers: ") {
		t.Error(text)
	}
}

// TestDeviceReportWithoutTools writes what a machine without an NDK can find, and says what is missing.
func TestDeviceReportWithoutTools(t *testing.T) {
	t.Parallel()
	server := device.Server(t)
	p := connect(t, server, device.Options{Android: "12", Bare: true})
	out := filepath.Join(t.TempDir(), "phone.json")
	p.ok(t, []string{"missing: features of the driver: no Android NDK", "missing: tests of layers: cannot build the test apps"}, "device", "report", "--out", out)
	s, text := readSurvey(t, out)
	if len(s.Missing) != 2 || s.Walk != nil || len(s.Cases) > 0 || s.Driver == nil || strings.Contains(text, p.Serial()) {
		t.Errorf("%s", text)
	}

	// Devices of one model get files with different names.
	connect(t, server, device.Options{Android: "12", Bare: true})
	cmd := p.command(t.Context(), "device", "report", "--all")
	cmd.Dir = t.TempDir()
	if printed, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	files, err := filepath.Glob(filepath.Join(cmd.Dir, "device-report-*-12*.json"))
	if err != nil || len(files) != 2 {
		t.Errorf("%q %v", files, err)
	}
	for _, file := range files {
		readSurvey(t, file)
	}
	p.fails(t, 1, []string{"not a directory", "--out"}, "device", "report", "--out", filepath.Join(out, "no", "phone.json"))
}
