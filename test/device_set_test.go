package test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// buildWatch builds a layer with the description of a generated project with modules.
func buildWatch(t *testing.T, p *phone, path string) {
	t.Helper()
	dir := t.TempDir()
	p.host(t, dir, "gleslayergen new watch --template c --passive --intercept glClear --with log,breadcrumbs 2>/dev/null\n")
	testutil.WriteFiles(t, dir, map[string]string{"note.c": "#include \"zz_generated_setting_table.h\"\n"})
	buildLayer(t, path, filepath.Join(dir, "note.c"), "-I"+filepath.Join(dir, "watch", "core"))
}

// TestDeviceSet changes settings of a layer by what the file on the device declares, and restores them.
func TestDeviceSet(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	layer, plain := filepath.Join(t.TempDir(), "libwatch.so"), filepath.Join(t.TempDir(), "libplain.so")
	buildWatch(t, p, layer)
	buildLayer(t, plain)
	p.fails(t, 1, []string{"no layers are enabled for this app", "device enable --app " + game}, "device", "set", game, "log.on=0")
	p.host(t, t.TempDir(), "gleslayergen device push "+layer+" --to app --app "+game+" && gleslayergen device push "+plain+" --to app --app "+game)
	p.ok(t, nil, "device", "enable", "--app", game, "libplain.so:libwatch.so")
	p.SetProp("debug.watch.log", "debug")
	p.ok(t, []string{"watch", "breadcrumbs.on", "0 (default)", "calls that are logged in a second"}, "device", "set", game)
	p.ok(t, []string{"breadcrumbs.on", "log.limit"}, "device", "set", game, "breadcrumbs.on=1", "log.limit=20", "log=")
	for name, want := range map[string]string{"breadcrumbs.on": "1", "log.limit": "20", "log": ""} {
		if got := p.Prop("debug.watch." + name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	out := p.ok(t, []string{`"schema": 1`, `"property": "debug.watch.log.limit"`, `"before": "20"`, `"value": "30"`}, "device", "set", game, "log.limit=30", "--json")
	if strings.Contains(out, "breadcrumbs") {
		t.Error(out)
	}
	p.ok(t, []string{"property", "debug.watch.log.limit"}, "device", "status")
	p.fails(t, 2, []string{`unknown setting "breadcrumb.on" (did you mean "breadcrumbs.on"?)`, "log.limit"}, "device", "set", game, "breadcrumb.on=1")
	p.fails(t, 2, []string{"log.limit=0: must be a number from 1 to 100000"}, "device", "set", game, "breadcrumbs.on=0", "log.limit=0")
	p.fails(t, 2, []string{`"log.on" is not of the form MODULE.KEY=VALUE`}, "device", "set", game, "log.on")
	p.fails(t, 2, []string{"a property holds at most 91"}, "device", "set", game, "breadcrumbs.directory=/"+strings.Repeat("x", 91))
	if got := p.Prop("debug.watch.breadcrumbs.on"); got != "1" {
		t.Errorf("a refused command has changed breadcrumbs.on to %q", got)
	}
	p.ok(t, nil, "device", "restore")
	p.checkSettings(t, map[string]string{})
	for name, want := range map[string]string{"breadcrumbs.on": "", "log.limit": "", "log": "debug"} {
		if got := p.Prop("debug.watch." + name); got != want {
			t.Errorf("after restore, %s is %q", name, got)
		}
	}
}
