package test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// apps is the output of device apps --json for one device.
func (r *rig) apps(args ...string) map[string]map[string]any {
	r.Helper()
	var report struct {
		Devices []struct{ Apps []map[string]any }
	}
	out := r.checkRun(0, append([]string{"device", "apps", "--json"}, args...))
	if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Devices) != 1 {
		r.Fatalf("%v in %s", err, out)
	}
	apps := map[string]map[string]any{}
	for _, a := range report.Devices[0].Apps {
		apps[a["package"].(string)] = a
	}
	return apps
}

func TestDeviceApps(t *testing.T) {
	t.Parallel()
	for android, inject := range map[string]bool{"10": false, "14": true} {
		r := newRig(t, device.Options{Android: android, Faults: device.Faults{Noise: true, Hostile: true}})
		if _, err := r.devices[0].InstallApp(device.App{Name: "org.profile", MinSDK: 24, Target: 34, Profileable: true}); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string][3]any{
			ctsDebug:                              {true, false, true},
			"android.rootlessgpudebug.INJECT.app": {false, true, inject},
			"com.example.shop":                    {false, false, false},
			"org.profile":                         {false, false, inject}, // profileable apps accept layers from Android 11 on
		} {
			a := r.apps()[name]
			if a == nil || a["debuggable"] != want[0] || a["injectLayers"] != want[1] || a["layers"] != want[2] || a["why"] == "" {
				t.Errorf("%s on %s: %v", name, android, a)
			}
		}
	}
}

func TestDeviceAppsChosen(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Build: device.BuildUserdebug})
	if apps := r.apps("game"); len(apps) != 1 || apps[game]["targetSdk"] != 34.0 {
		t.Errorf("%v", apps)
	}
	if apps := r.apps("com.example.shop"); apps["com.example.shop"]["layers"] != true {
		t.Errorf("every app of this build can take layers: %v", apps)
	}
	r.checkRun(0, []string{"device", "apps"}, "PACKAGE", "com.example.game", "debuggable", "yes")
}

// A layer package and an app that accepts no layers are listed differently. A debuggable app is listed as
// debuggable.
func TestDeviceAppsOfLayers(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	apps := r.apps()
	if a := apps[ctsLayers]; a["holdsLayers"] != true || a["layers"] != false {
		t.Errorf("%v", a)
	}
	if a := apps[game]; a["holdsLayers"] != false || a["why"] != "com.example.game is debuggable" {
		t.Errorf("%v", a)
	}
	if a := apps["com.example.shop"]; a["holdsLayers"] != false {
		t.Errorf("%v", a)
	}
	r.checkRun(0, []string{"device", "apps", "LAYERS"}, "no: it is a layer package")
}

// Devices are queried in parallel: none of twelve answers before all are queried.
func TestDeviceAllAtOnce(t *testing.T) {
	t.Parallel()
	const count = 12
	var asked sync.WaitGroup
	asked.Add(count)
	all := make(chan struct{})
	go func() { asked.Wait(); close(all) }()
	var options []device.Options
	for range count {
		var once sync.Once
		options = append(options, device.Options{Bare: true, Log: func(_ string, args ...any) {
			if args[0] != "run" {
				return
			}
			once.Do(asked.Done)
			select {
			case <-all:
			case <-t.Context().Done():
			case <-time.After(runLimit / 2):
				t.Error("one is asked when another has answered")
			}
		}})
	}
	newRig(t, options...).checkRun(0, []string{"device", "list"})
}
