package device

import (
	"context"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Query selects what Read reads besides the facts about the device.
type Query struct {
	User       int // -1: the current one
	Packages   []string
	Files      []string // files to look for in the data directories of Packages, besides *.so
	SystemDir  bool     // list the layers in /data/local/debug/gles
	SettingsBy bool     // read which package wrote a setting
	Queries    bool     // read which app sees which, for Sees
	LogNames   bool     // read which layers the log names, for LayerTags

	Scripts []NamedScript // further questions of the same call; in their scripts $U is the user, and $RU the matching option of run-as
}

var packageName = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$`)

// CheckPackage returns an error for text that cannot be a package name.
func CheckPackage(name string) error {
	if !packageName.MatchString(name) {
		return &android.Error{What: fmt.Sprintf("package %q", name), Why: "not a valid package name", Advice: "to list the installed apps: gleslayergen device apps", Usage: true}
	}
	return nil
}

// Read reads the state of a device.
func Read(ctx context.Context, d *adb.Device, q Query) (*State, error) {
	s := newScript()
	s.addFactQueries(q)
	for i, name := range q.Packages {
		if err := CheckPackage(name); err != nil {
			return nil, err
		}
		s.addPackageQueries(i, name, q.Files)
	}
	for _, script := range q.Scripts {
		s.addQuery(script.Name, "%s", script.Script)
	}
	a, err := s.run(ctx, d)
	if err != nil {
		return nil, err
	}
	state := &State{Facts: a.facts(d.Serial), Packages: map[string]*Package{}, SystemDir: parseFiles(a["system"], SystemDir), queries: parseQueries(a["queries"]), logged: parseLogNames(a["log-names"]), Answers: a}
	for i, name := range q.Packages {
		state.Packages[name] = a.pkg(i, name, &state.Facts)
	}
	return state, nil
}

// props are the properties that decide something. Each is queried by itself, because in the list of all
// properties the value of another one could look like any of them.
var props = []string{"ro.build.version.sdk", "ro.build.version.sdk_full", "ro.build.version.release", "ro.build.id", "ro.build.type", "ro.debuggable",
	"ro.product.manufacturer", "ro.product.model", "ro.product.cpu.abilist", rules.PropertyLayers}

// setUserScript sets $U to the user and $RU to the matching option of run-as.
func (s *script) setUserScript(user int) {
	if user >= 0 {
		s.do("U=%d", user)
	} else {
		s.do("U=$(am get-current-user 2>/dev/null); case $U in ''|*[!0-9]*) U=0;; esac")
	}
	s.do(`RU=; [ "$U" = 0 ] || RU="--user $U"`)
	s.addQuery("user", `echo "$U"`)
}

// addFactQueries adds the queries for Facts.
func (s *script) addFactQueries(q Query) {
	s.setUserScript(q.User)
	s.addQuery("props", "getprop")
	for _, name := range props {
		s.addQuery("prop-"+name, "getprop %s", name)
	}
	for _, name := range SettingNames {
		q := SettingScript(name)
		s.addQuery(q.Name, "%s", q.Script)
	}
	s.addQuery("settings", "settings list global | grep -e '^enable_gpu_debug_layers=' -e '^gpu_debug_'")
	if q.SettingsBy {
		s.addQuery("writers", "dumpsys settings | grep -e 'name:enable_gpu_debug_layers ' -e 'name:gpu_debug_'")
	}
	s.addQuery("id", "id -u")
	s.addQuery("su", "which su")
	s.addQuery("selinux", "getenforce")
	s.addQuery("boot", "cat /proc/sys/kernel/random/boot_id")
	s.addQuery("time", "date '+%%m-%%d %%H:%%M:%%S.000'")
	if q.Queries {
		s.addQuery("queries", "dumpsys package queries")
	}
	if q.LogNames {
		s.addQuery("log-names", "%s", logNames)
	}
	if q.SystemDir {
		s.addQuery("system", "stat -c '%%a %%s %%n' %s/*", SystemDir)
	}
}

// facts parses the answers to the queries of addFactQueries.
func (a answers) facts(serial string) Facts {
	f := Facts{Serial: serial, Props: parseProps(a["props"]), Settings: a.settings()}
	for _, name := range props {
		if value := strings.TrimSuffix(a["prop-"+name], "\n"); value != "" || f.Props[name] != "" {
			f.Props[name] = value
		}
	}
	f.AndroidVersion, f.Build = f.Props["ro.build.version.release"], f.Props["ro.build.type"]
	f.Manufacturer, f.Model = f.Props["ro.product.manufacturer"], f.Props["ro.product.model"]
	f.API, f.User = number(f.Props["ro.build.version.sdk"]), number(a.line("user"))
	if list := f.Props["ro.product.cpu.abilist"]; list != "" {
		f.ABIs = strings.Split(list, ",")
	}
	f.Release, f.LateBuild = release(f.API, f.Props["ro.build.id"], f.Props["ro.build.version.sdk_full"])
	f.RootShell, f.SU = a.line("id") == "0", a.line("su") != ""
	f.SELinux, f.BootID, f.Time = a.line("selinux"), a.line("boot"), a.line("time")
	return f
}
