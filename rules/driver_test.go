package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// driverCase is a device and the driver that its loader opens. The fields vendor and system list the files of
// the two 64-bit directories; a property is NAME=VALUE, a setting @NAME=VALUE.
type driverCase struct {
	name, release  string
	given          string // properties and settings, or the facts "32" and "app"
	vendor, system string
	want           string // source, suffix, files and outcome
}

const (
	hardware, platform, persist = "ro.hardware.egl=hw ", "ro.board.platform=board ", "persist.graphics.egl=own "
	angleFor                    = "app @angle_gl_driver_selection_pkgs=x,a.b @angle_gl_driver_selection_values=native,"
	updatable                   = "app ro.gfx.driver.0=drv.pkg ro.hardware.egl=hw "
)

const angleFiles = "angle libEGL_angle.so libGLESv1_CM_angle.so libGLESv2_angle.so"

var driverCases = []driverCase{
	{"one for all", "10", hardware, "libGLES_hw.so libEGL_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "15", hardware, "libGLES_hw.so libEGL_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "14", hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "14qpr3", hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"one for all", "16qpr2", hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"the set", "13", hardware, "libEGL_hw.so libGLESv1_CM_hw.so libGLESv2_hw.so", "",
		"ro.hardware.egl hw /vendor/lib64/egl/libEGL_hw.so /vendor/lib64/egl/libGLESv1_CM_hw.so /vendor/lib64/egl/libGLESv2_hw.so"},
	{"the set, 32 bit", "16qpr2", "32 " + hardware, "libEGL_hw.so libGLESv2_hw.so", "",
		"ro.hardware.egl hw /vendor/lib/egl/libEGL_hw.so /vendor/lib/egl/libGLESv2_hw.so"},
	{"the set without EGL", "16", hardware, "libGLESv1_CM_hw.so libGLESv2_hw.so", "", "abort"},
	{"in the system's folder", "13", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "10", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "14", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "14qpr1", hardware, "", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},
	{"in the system's folder", "14qpr3", hardware, "", "libGLES_hw.so", "abort"},
	{"in the system's folder", "15", hardware, "", "libGLES_hw.so", "abort"},
	{"for all in system, the set in vendor", "12", hardware, "libEGL_hw.so", "libGLES_hw.so", "ro.hardware.egl hw /system/lib64/egl/libGLES_hw.so"},

	{"by platform", "10", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "13", hardware + platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "14", hardware + platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "14qpr1", hardware + platform, "libGLES_board.so", "", "abort"},
	{"by platform", "14qpr3", hardware + platform, "libGLES_board.so", "", "abort"},
	{"by platform alone", "14qpr1", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform alone", "14qpr3", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform", "15", hardware + platform, "libGLES_board.so", "", "abort"},
	{"by platform alone", "15", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"by platform alone", "16qpr2", platform, "libGLES_board.so", "", "ro.board.platform board /vendor/lib64/egl/libGLES_board.so"},
	{"persist", "13", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"persist", "14", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"persist, not there", "14", persist + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"persist", "14qpr3", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"persist, not there", "14qpr1", persist + hardware, "libGLES_hw.so", "", "abort"},
	{"persist, not there", "14qpr3", persist + hardware, "libGLES_hw.so", "", "abort"},
	{"persist", "15", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"persist, not there", "15", persist + hardware, "libGLES_hw.so", "", "abort"},
	{"persist", "16qpr2", persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},

	{"exact", "10", "", "libGLES.so libGLES_x.so", "", "exact /vendor/lib64/egl/libGLES.so"},
	{"exact", "16qpr2", hardware, "libEGL.so libGLESv2.so", "", "exact /vendor/lib64/egl/libEGL.so /vendor/lib64/egl/libGLESv2.so"},
	{"any", "10", "", "libGLES_android.so libGLES_b.so libGLES_a.so x.so", "", "wildcard /vendor/lib64/egl/libGLES_b.so, or /vendor/lib64/egl/libGLES_a.so"},
	{"any of the set", "13", platform, "libEGL_a.so libGLESv2_a.so", "", "wildcard /vendor/lib64/egl/libEGL_a.so /vendor/lib64/egl/libGLESv2_a.so"},
	{"any, software only", "13", "", "libGLES_android.so", "", "abort"},
	{"any after ro.hardware.egl", "10", hardware, "libGLES_a.so", "", "abort"},
	{"any after ro.hardware.egl", "13", hardware, "libGLES_a.so", "", "abort"},
	{"any after ro.hardware.egl", "14", hardware, "libGLES_a.so", "", "abort"},
	{"any, vendor of 14", "13", "ro.vendor.api_level=34", "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any, vendor of 14", "14", "ro.vendor.api_level=34", "libGLES_a.so", "", "abort"},
	{"any, vendor of 13", "14", "ro.vendor.api_level=33", "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any, vendor of 13", "16qpr2", "ro.vendor.api_level=33", "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any after the platform", "14", platform, "libGLES_a.so", "", "wildcard /vendor/lib64/egl/libGLES_a.so"},
	{"any after the platform", "14qpr3", platform, "libGLES_a.so", "", "abort"},
	{"any after the platform", "16", platform, "libGLES_a.so", "", "abort"},
	{"nothing", "16qpr2", "", "", "", "abort"},

	{"APEX", "16qpr2", "ro.egl.apex=com.drv " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /apex/com.drv/lib64/egl/libGLES_hw.so"},
	{"APEX", "16qpr1", "ro.egl.apex=com.drv " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE of the system", "16qpr2", "persist.graphics.egl=angle", "libEGL_angle.so", "libEGL_angle.so", "persist.graphics.egl angle /system/lib64/libEGL_angle.so"},
	{"ANGLE of the system", "15", "ro.hardware.egl=angle", "libEGL_angle.so", "libEGL_angle.so", "ro.hardware.egl angle /system/lib64/libEGL_angle.so"},
	{"ANGLE of the system", "14qpr3", "ro.hardware.egl=angle", "libEGL_angle.so", "libEGL_angle.so", "ro.hardware.egl angle /system/lib64/libEGL_angle.so"},
	{"ANGLE of the vendor", "14", "ro.hardware.egl=angle", "libEGL_angle.so", "", "ro.hardware.egl angle /vendor/lib64/egl/libEGL_angle.so"},

	{"ANGLE for all", "10", "app @angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", angleFiles},
	{"ANGLE for all", "16qpr2", "app @angle_gl_driver_all_angle=1", "", "", angleFiles},
	{"ANGLE for all, no app", "16qpr2", "@angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE for all, no app", "10", "@angle_gl_driver_all_angle=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"ANGLE for this app", "10", angleFor + "angle", "", "", angleFiles},
	{"ANGLE for this app", "16qpr2", angleFor + "angle", "", "", angleFiles},
	{"lists of two lengths", "16", angleFor + "angle,angle " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "16qpr2", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "15", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "14qpr3", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"native", "14", angleFor + "native " + persist + hardware, "libGLES_own.so libGLES_hw.so", "", "persist.graphics.egl own /vendor/lib64/egl/libGLES_own.so"},
	{"native, not set", "16", angleFor + "native " + platform, "libGLES_board.so", "", "abort"},
	{"native, not set", "14qpr3", angleFor + "native " + platform, "libGLES_board.so", "", "abort"},
	{"native before updatable", "10", angleFor + "native @game_driver_all_apps=1 " + updatable, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},

	{"updatable for all", "10", updatable + "@game_driver_all_apps=1", "", "", "updatable libGLES_hw.so"},
	{"updatable for all", "11", updatable + "@game_driver_all_apps=1", "", "", "updatable libGLES_hw.so"},
	{"updatable for all, 12's name", "11", updatable + "@updatable_driver_all_apps=1", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"updatable for all", "12", updatable + "@updatable_driver_all_apps=1", "", "", "updatable libGLES_hw.so"},
	{"updatable for all", "16qpr2", updatable + "@updatable_driver_all_apps=1", "", "", "updatable libGLES_hw.so"},
	{"the next updatable", "16", updatable + "@updatable_driver_all_apps=2", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"the next updatable", "16", updatable + "ro.gfx.driver.1=next @updatable_driver_all_apps=2", "", "", "updatable libGLES_hw.so"},
	{"updatable, none installed", "16", "app @updatable_driver_all_apps=1 " + hardware, "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"in", "10", updatable + "@game_driver_opt_in_apps=x,a.b", "", "", "updatable libGLES_hw.so"},
	{"in", "11", updatable + "@game_driver_opt_in_apps=a.b", "", "", "updatable libGLES_hw.so"},
	{"in", "12", updatable + "@updatable_driver_production_opt_in_apps=a.b", "", "", "updatable libGLES_hw.so"},
	{"in", "16qpr2", updatable + "@updatable_driver_production_opt_in_apps=a.b", "", "", "updatable libGLES_hw.so"},
	{"off", "10", updatable + "@game_driver_all_apps=3 @game_driver_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"off", "16qpr2", updatable + "@updatable_driver_all_apps=3 @updatable_driver_production_opt_in_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"out", "10", updatable + "@game_driver_all_apps=1 @game_driver_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"out", "11", updatable + "@game_driver_all_apps=1 @game_driver_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"blocked", "10", updatable + "@game_driver_all_apps=1 @game_driver_blacklist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"blocked", "11", updatable + "@game_driver_all_apps=1 @game_driver_blacklist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"out", "12", updatable + "@updatable_driver_all_apps=1 @updatable_driver_production_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"out", "16qpr2", updatable + "@updatable_driver_all_apps=1 @updatable_driver_production_opt_out_apps=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"blocked", "12", updatable + "@updatable_driver_all_apps=1 @updatable_driver_production_denylist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
	{"blocked", "16qpr2", updatable + "@updatable_driver_all_apps=1 @updatable_driver_production_denylist=a.b", "libGLES_hw.so", "", "ro.hardware.egl hw /vendor/lib64/egl/libGLES_hw.so"},
}

func (c driverCase) device() DriverDevice {
	d := DriverDevice{Bits: 64, Properties: map[string]string{}, Settings: map[string]string{}, Dirs: map[string][]string{}}
	d.Release, _ = FindRelease(c.release)
	for _, word := range strings.Fields(c.given) {
		name, value, _ := strings.Cut(word, "=")
		switch setting, isSetting := strings.CutPrefix(name, "@"); {
		case isSetting:
			d.Settings[setting] = value
		case word == "32":
			d.Bits = 32
		case word == "app":
			d.App = "a.b"
		default:
			d.Properties[name] = value
		}
	}
	for _, lib := range []string{"lib", "lib64"} {
		d.Dirs["/vendor/"+lib+"/egl"] = strings.Fields(c.vendor)
		d.Dirs["/apex/com.drv/"+lib+"/egl"] = strings.Fields(c.vendor)
		d.Dirs["/system/"+lib+"/egl"] = strings.Fields(c.system)
		d.Dirs["/system/"+lib] = strings.Fields(c.system)
	}
	return d
}

func (c driverCase) got(rows []driverRow) string {
	got := decideDriver(rows, c.device())
	if got.Abort != "" {
		return "abort"
	}
	text := strings.Join(slices.DeleteFunc(append([]string{got.By, got.Suffix}, got.Files...), func(s string) bool { return s == "" }), " ")
	if len(got.Others) > 0 {
		text += ", or " + strings.Join(got.Others, " ")
	}
	return text
}

func TestDecideDriver(t *testing.T) {
	for _, c := range driverCases {
		if got := c.got(theDrivers()); got != c.want {
			t.Errorf("%s %s: %q, not %q", c.release, c.name, got, c.want)
		}
	}
}

// For each row of drivers.txt except those that choose nothing, a case fails if the row is removed on its
// first or its last release.
func TestEveryDriverRowCounts(t *testing.T) {
	for i, row := range theDrivers() {
		if row.kind == "choose" && row.what == "-" && row.facts == nil {
			continue
		}
		first, last := int(row.releases.from), int(row.releases.to)-1
		for _, at := range slices.Compact([]int{first, last}) {
			without := slices.Clone(theDrivers())
			without[i].releases = newRange(first+1, last+1)
			if at == last {
				without[i].releases = newRange(first, last)
			}
			if !slices.ContainsFunc(driverCases, func(c driverCase) bool { return c.got(without) != c.want }) {
				t.Errorf("%s %s (%s): no case fails without it on %s", row.kind, row.what, row.reason, allReleases()[at].ID)
			}
		}
	}
}

// A case fails if the consequence of a failed try changes.
func TestEveryDriverFailureCounts(t *testing.T) {
	for i, row := range theDrivers() {
		other := map[string]string{"next": "last", "spoils": "next", "last": "next", "abort": "next"}[row.failed]
		if other == "" || slices.Contains([]string{DriverAngle, DriverUpdatable, DriverExact, DriverWildcard}, row.what) {
			continue // the files of the first two are assumed to exist, and only the end of the list follows the others
		}
		changed := slices.Clone(theDrivers())
		changed[i].failed = other
		if !slices.ContainsFunc(driverCases, func(c driverCase) bool { return c.got(changed) != c.want }) {
			t.Errorf("%s (%s): %s may as well be %s", row.what, row.reason, row.failed, other)
		}
	}
}

func TestRulesOfDrivers(t *testing.T) {
	for _, row := range theDrivers() {
		checkCited(t, row.reason, "rule "+row.rule)
	}
}

func TestDriverDirs(t *testing.T) {
	ten, newest := Releases()[0], Newest()
	for want, got := range map[string][]string{
		"/vendor/lib/egl /system/lib/egl":                          DriverDirs(ten, 32, "x"),
		"/vendor/lib64/egl /system/lib64":                          DriverDirs(newest, 64, ""),
		"/apex/x/lib64/egl /vendor/lib64/egl /system/lib64":        DriverDirs(newest, 64, "x"),
		"angle_gl_driver_all_angle angle_gl_driver_selection_pkgs": DriverSettings(ten)[:2],
	} {
		if strings.Join(got, " ") != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// FuzzDrivers decides with any valid table, for any device: it never panics, and returns no driver if the
// process aborts.
func FuzzDrivers(f *testing.F) {
	for _, c := range driverCases[:12] {
		f.Add(driversTable, c.given, c.vendor, c.system)
	}
	f.Add(driversTable, "app ro.hardware.egl={suffix} ro.egl.apex={64}", "{app}", "libGLES_{suffix}.so")
	f.Fuzz(func(t *testing.T, text, given, vendor, system string) {
		rows, err := parseDrivers("t", text, allReleases())
		if err != nil {
			return
		}
		for _, r := range allReleases() {
			c := driverCase{release: r.ID, given: given, vendor: vendor, system: system}
			if d := decideDriver(rows, c.device()); d.Abort != "" && len(d.Files) > 0 {
				t.Errorf("aborts with %q", d.Files)
			}
		}
	})
}

func ExampleDecideDriver() {
	release, _ := FindRelease("15")
	d := DecideDriver(DriverDevice{Release: release, Bits: 64, Properties: map[string]string{"ro.hardware.egl": "adreno"},
		Dirs: map[string][]string{"/vendor/lib64/egl": {"libEGL_adreno.so", "libGLESv1_CM_adreno.so", "libGLESv2_adreno.so"}}})
	for _, s := range d.Steps {
		fmt.Printf("%-4s %s\n", s.Rule, s.Text)
	}
	fmt.Println(d.Files[0])
	// Output:
	// 5.4  a native program reads no setting: neither ANGLE nor an updatable driver is requested
	// 5.1  ro.hardware.egl (adreno) is the first property that is set, so no other property is tried
	// /vendor/lib64/egl/libEGL_adreno.so
}
