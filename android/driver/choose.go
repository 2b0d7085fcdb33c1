package driver

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// choose reads from the device what decides about the driver, and determines the driver.
func (r *Report) choose(ctx context.Context, d *adb.Device, s *device.State) error {
	if s.Release == nil {
		r.Note = "this Android release does not support layers; the report applies the driver rules of " + rules.Releases()[0].Title
	}
	facts, err := readFacts(ctx, d, s, r.App)
	if err != nil {
		return err
	}
	r.Choices = choicesOf(facts, s)
	return nil
}

// choicesOf returns the driver for each kind of process of the device.
func choicesOf(facts rules.DriverDevice, s *device.State) []Choice {
	var all []Choice
	for _, bits := range bitsOfDevice(s) {
		facts.Bits = bits
		decided := rules.DecideDriver(facts)
		c := Choice{Bits: bits, By: decided.By, Suffix: decided.Suffix, Files: append([]string{}, decided.Files...),
			Others: decided.Others, Abort: decided.Abort, Steps: []Step{}, Doubts: decided.Doubts}
		for _, step := range decided.Steps {
			c.Steps = append(c.Steps, Step{step.Rule, step.Text, step.Taken || step.Question == rules.DriverTry, step.Taken})
		}
		for _, dir := range rules.DriverDirs(facts.Release, bits, facts.Properties["ro.egl.apex"]) {
			c.Dirs = append(c.Dirs, DirFiles{dir, facts.Dirs[dir]})
		}
		all = append(all, c)
	}
	return all
}

// bitsOfDevice returns 64, 32 or both, as the device's ABIs.
func bitsOfDevice(s *device.State) []int {
	var kinds []int
	for _, abi := range abisOf(s.ABIs) {
		kinds = append(kinds, bitsOf(abi))
	}
	return kinds
}

// readFacts reads what decides about the driver of an app, or of native programs if app is "". The result has no
// number of bits.
func readFacts(ctx context.Context, d *adb.Device, s *device.State, app string) (rules.DriverDevice, error) {
	facts := rules.DriverDevice{Release: s.Release, Properties: s.Props, Settings: map[string]string{}, Lists: map[string][]string{},
		Flags: map[string]bool{}, Dirs: map[string][]string{}}
	if facts.Release == nil {
		facts.Release = rules.Releases()[0]
	}
	var dirs []string
	for _, bits := range bitsOfDevice(s) {
		dirs = append(dirs, rules.DriverDirs(facts.Release, bits, s.Props["ro.egl.apex"])...)
	}
	a, err := device.RunScripts(ctx, d, questions(facts.Release, dirs, s.User, app))
	if err != nil {
		return facts, err
	}
	for i, dir := range dirs {
		if lines := linesOf(a["folder-"+strconv.Itoa(i)]); len(lines) > 0 {
			facts.Dirs[dir] = fileNames(lines[1:])
		}
	}
	for _, name := range rules.DriverSettings(facts.Release) {
		if setting, _ := device.ParseSetting(a, name); setting.Set {
			facts.Settings[name] = setting.Value
		}
	}
	for _, name := range rules.DriverLists(facts.Release) {
		facts.Lists[name] = linesOf(a["list-"+name])
	}
	readFlags(facts.Flags, a["flags"], rules.DriverFlags(facts.Release))
	readPackages(&facts, a)
	if p := s.Packages[app]; app != "" && p != nil {
		facts.App = rules.DriverApp{Package: app, Debuggable: p.Debuggable, System: p.OfSystem, Developer: p.DeveloperDriver,
			Game: p.Game, Prefers: p.PrefersAngle, GameMode: strings.Contains(a["gamemode"], "useAngle=true")}
	}
	return facts, nil
}

// actionAngle is the action with which Android finds the package of ANGLE.
const actionAngle = "android.app.action.ANGLE_FOR_ANDROID"

// questions returns the scripts whose answers decide.
func questions(release *rules.Release, dirs []string, user int, app string) []device.NamedScript {
	var all []device.NamedScript
	ask := func(name, format string, args ...any) {
		all = append(all, device.NamedScript{Name: name, Script: fmt.Sprintf(format, args...)})
	}
	for i, dir := range dirs {
		ask("folder-"+strconv.Itoa(i), "if [ -d %[1]s ]; then echo exists; find %[1]s -maxdepth 1 -mindepth 1 -name 'lib*GL*.so'; fi", adb.Quote(dir+"/."))
	}
	for _, name := range rules.DriverSettings(release) {
		all = append(all, device.SettingScript(name))
	}
	for _, name := range rules.DriverLists(release) {
		ask("list-"+name, "cmd overlay lookup --user %d android android:array/%s", user, name)
	}
	if len(rules.DriverFlags(release)) > 0 {
		ask("flags", "aflags list")
	}
	ask("angle", "cmd package query-activities --brief --user %d -a %s", user, actionAngle)
	ask("packages", "pm list packages --user %d", user)
	ask("system-packages", "pm list packages -s --user %d", user)
	if app != "" {
		ask("gamemode", "device_config get game_overlay %s", app)
	}
	return all
}

// readFlags reads the state of flags from the output of aflags: the name, and "enabled" or "disabled".
func readFlags(flags map[string]bool, text string, names []string) {
	for _, line := range linesOf(text) {
		words := strings.Fields(line)
		if len(words) < 2 || !slices.Contains(names, words[0]) {
			continue
		}
		if words[1] == "enabled" || words[1] == "disabled" {
			flags[words[0]] = words[1] == "enabled"
		}
	}
}

var component = lazyregexp.New(`^\s*([\w.]+)/[\w.$]+$`)

// readPackages reads which packages are installed, and which of the system offer ANGLE.
func readPackages(facts *rules.DriverDevice, a map[string]string) {
	installed, system := packages(a["packages"]), packages(a["system-packages"])
	if len(installed) > 0 {
		facts.Installed = installed
	}
	for _, line := range linesOf(a["angle"]) {
		if m := component.FindStringSubmatch(line); m != nil && system[m[1]] && !slices.Contains(facts.Angle, m[1]) {
			facts.Angle = append(facts.Angle, m[1])
		}
	}
}

// packages returns the names in the output of pm list packages.
func packages(text string) map[string]bool {
	names := map[string]bool{}
	for _, line := range linesOf(text) {
		if name, ok := strings.CutPrefix(line, "package:"); ok {
			names[strings.TrimSpace(name)] = true
		}
	}
	return names
}

func linesOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' })
}

const maxFiles = 1024

func fileNames(lines []string) []string {
	names := []string{}
	for _, line := range lines[:min(len(lines), maxFiles)] {
		names = append(names, path.Base(line))
	}
	return names
}
