package deploy

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// PushCommands returns shell commands that do on this device what Push does, as in Android's documentation.
// Nothing is written.
func PushCommands(ctx context.Context, d *adb.Device, s *device.State, o PushOptions) ([]string, error) {
	p := &pusher{d: d, s: s, o: o, app: s.Packages[o.App], report: &Pushed{}}
	for _, look := range []func() error{p.checkDevice, p.readLayers, p.checkLayers} {
		if err := look(); err != nil {
			return nil, err
		}
	}
	if o.To == InData && !p.app.Debuggable {
		return nil, p.notDebuggable()
	}
	var lines []string
	var err error
	switch o.To {
	case InData:
		lines = p.printData()
	case InSystem:
		lines, err = p.printSystem(ctx)
	case InPackage:
		lines = p.printPackage()
	case InApp:
		lines = p.printApp()
	}
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "adb "); ok {
			lines[i] = p.adb() + rest
		}
	}
	return lines, err
}

// adb returns the adb call with its server and device.
func (p *pusher) adb() string { return p.d.CommandLine() + " " }

func (p *pusher) printData() []string {
	var out []string
	runAs := adb.RunAs(p.app.Name, p.s.User)
	for _, l := range p.layers {
		name, temp := adb.QuoteIfNeeded(l.Name), adb.QuoteIfNeeded(path.Join(scratch, l.Name))
		copying := fmt.Sprintf("cat %s | %s sh -c %s", temp, runAs, adb.Quote("cat > "+name+"; chmod 700 "+name))
		out = append(out, "adb push "+adb.QuoteIfNeeded(l.Path)+" "+temp, "adb shell "+adb.QuoteIfNeeded(copying), "adb shell "+adb.QuoteIfNeeded(runAs+" ls -l "+name), "adb shell rm "+adb.QuoteIfNeeded(temp))
	}
	return out
}

// printSystem prints how to get root access on this device, preferably with adb root, or fails as Push does.
func (p *pusher) printSystem(ctx context.Context) ([]string, error) {
	var out []string
	if !p.s.RootShell && p.s.Props["ro.debuggable"] != "1" {
		works, err := p.suWorks(ctx)
		switch {
		case err != nil:
			return nil, err
		case !works:
			return nil, adb.Refused(p.d.Serial+": adb root", "production builds")
		}
		return p.printSU(), nil
	}
	if !p.s.RootShell {
		out = append(out, "adb root", "adb wait-for-device")
	}
	out = append(out, "adb shell mkdir -p "+device.SystemDir, "adb shell chmod 0755 "+device.SystemDir)
	for _, l := range p.layers {
		there := adb.QuoteIfNeeded(path.Join(device.SystemDir, l.Name))
		out = append(out, "adb push "+adb.QuoteIfNeeded(l.Path)+" "+there, "adb shell "+adb.QuoteIfNeeded("chmod 0644 "+there))
	}
	if p.o.SetEnforce {
		out = append(out, "adb shell setenforce 0")
	}
	return out, nil
}

// printSU is for a rooted user build: its adb stays unprivileged, and its su accepts -c.
func (p *pusher) printSU() []string {
	su := func(script string) string { return "adb shell " + adb.QuoteIfNeeded("su -c "+adb.Quote(script)) }
	out := []string{su("mkdir -p " + device.SystemDir + "; chmod 0755 " + device.SystemDir)}
	for _, l := range p.layers {
		temp, there := adb.QuoteIfNeeded(path.Join(scratch, l.Name)), adb.QuoteIfNeeded(path.Join(device.SystemDir, l.Name))
		out = append(out, "adb push "+adb.QuoteIfNeeded(l.Path)+" "+temp, su(fmt.Sprintf("cat %s >%[2]s; chmod 0644 %[2]s", temp, there)), "adb shell "+adb.QuoteIfNeeded("rm "+temp))
	}
	if p.o.SetEnforce {
		out = append(out, su("setenforce 0"))
	}
	return out
}

func (p *pusher) printPackage() []string {
	file, out := "layers.apk", []string(nil)
	if p.isAPK() {
		file = adb.QuoteIfNeeded(p.o.Files[0])
	} else {
		build := "gleslayergen apk build --out layers.apk"
		for _, l := range p.layers {
			build += " " + adb.QuoteIfNeeded(l.Path)
		}
		out = append(out, build)
	}
	out = append(out, "adb install "+strings.Join(p.flags(), " ")+" "+file)
	if p.s.API >= 30 {
		out = append(out, "adb shell dumpsys package queries")
	}
	return out
}

func (p *pusher) printApp() []string {
	return []string{"adb shell ls -l " + adb.QuoteIfNeeded(p.app.NativeLibraryDir)}
}
