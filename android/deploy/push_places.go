package deploy

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// toData copies the layers to the app's data directory, as the app's user. This requires a debuggable app.
func (p *pusher) toData(ctx context.Context) error {
	if !p.app.Debuggable {
		return p.notDebuggable()
	}
	if p.app.DataDir == "" {
		return &adb.Error{What: p.d.Serial + ": " + p.app.Name, Why: "the data directory of the app is unknown", Advice: "start the app once, then try again"}
	}
	targets, err := p.newTargets(p.app.DataDir)
	if err != nil {
		return err
	}
	return (&fileCopy{p: p, who: p.app.Name, mode: "700", targets: targets}).run(ctx)
}

func (p *pusher) notDebuggable() error {
	return &Blocked{"7.3", "app " + p.app.Name, "the app is not debuggable, so adb cannot write to its data directory", otherPlaceAdvice(p.s)}
}

// otherPlaceAdvice returns the place for layers of an app that is not debuggable: its own APK, unless the device's build
// allows all places.
func otherPlaceAdvice(s *device.State) string {
	if s.Build != "user" && (s.API >= 34 || s.API == 33 && s.LateBuild) {
		return "copy the layer to another place: --to apk or --to system"
	}
	how := "to make a copy of the app that accepts layers: gleslayergen apk add APP.apk LAYER --debuggable"
	if s.API >= 30 {
		how += ", or with --inject instead of --debuggable for a release build"
	}
	return how + "; then install the copy"
}

// toSystem copies the layers to the directory that the loader searches first.
func (p *pusher) toSystem(ctx context.Context) error {
	if err := p.becomeRoot(ctx); err != nil {
		return err
	}
	targets, err := p.newTargets(device.SystemDir)
	if err != nil {
		return err
	}
	f := &fileCopy{p: p, who: AsRoot, mode: "0644", targets: targets, dirs: []string{path.Dir(device.SystemDir), device.SystemDir}}
	if err := f.run(ctx); err != nil {
		return err
	}
	return p.enforce(ctx, f)
}

// becomeRoot gets root access. It tries su first, because adb root restarts the device's adbd.
func (p *pusher) becomeRoot(ctx context.Context) error {
	if p.s.RootShell {
		return nil
	}
	if works, err := p.suWorks(ctx); err != nil || works {
		return err
	}
	if err := p.root(ctx); err != nil {
		return err
	}
	p.s.RootShell = true
	return nil
}

// suWorks reports whether su gives root access to adb's user.
func (p *pusher) suWorks(ctx context.Context) (bool, error) {
	if !p.s.SU {
		return false, nil
	}
	out, err := p.d.Shell(ctx, "printf '%s\\n' 'id -u' | su 2>/dev/null")
	return strings.TrimSpace(out.Stdout) == "0", err
}

// root runs adb root. restore ends it.
func (p *pusher) root(ctx context.Context) error {
	j, err := OpenJournal(p.d.Identity())
	if err != nil {
		return err
	}
	defer j.Close()
	c := Change{Kind: KindAdbd, Name: "root", Before: "shell", BeforeSet: true, After: "root", AfterSet: true, BootID: p.s.BootID}
	if err := j.Begin(c); err != nil {
		return err
	}
	err = p.d.Root(ctx)
	if p.s.Build == "user" && err != nil { // adbd was not restarted
		_ = j.Done(c)
	}
	return err
}

// enforce sets SELinux to permissive on request. Otherwise it warns that SELinux may deny access.
func (p *pusher) enforce(ctx context.Context, f *fileCopy) error {
	if p.s.SELinux != "Enforcing" {
		return nil
	}
	if !p.o.SetEnforce {
		p.report.Notes = append(p.report.Notes, "SELinux is in enforcing mode, in which many devices deny apps access to "+device.SystemDir+`; if an app cannot open a layer, add --setenforce: it sets SELinux to permissive until "gleslayergen device restore" or a reboot`)
		return nil
	}
	j, err := OpenJournal(p.d.Identity())
	if err != nil {
		return err
	}
	defer j.Close()
	c := Change{Kind: KindSELinux, Name: "enforce", Before: "Enforcing", BeforeSet: true, After: "Permissive", AfterSet: true, BootID: p.s.BootID, As: AsRoot}
	if err := j.Begin(c); err != nil {
		return err
	}
	out, err := p.d.Shell(ctx, f.as("setenforce 0")+"; getenforce")
	if err != nil {
		return err
	}
	if strings.TrimSpace(lastLine(out.Stdout)) != "Permissive" {
		return adb.Refused(p.d.Serial+": setenforce 0", "SELinux is still in enforcing mode: "+out.Stderr)
	}
	p.report.SELinux = "Permissive"
	return nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// inApp checks that the layers are among the app's own libraries, as extracted files.
func (p *pusher) inApp(ctx context.Context) error {
	script := ""
	for _, l := range p.layers {
		script += fmt.Sprintf("echo \"= $(sha256sum <%s | head -c 64)\"\n", adb.Quote(path.Join(p.app.NativeLibraryDir, l.Name)))
	}
	out, err := p.d.Shell(ctx, script)
	if err != nil {
		return err
	}
	sums := resultLines(out.Stdout, len(p.layers))
	if sums == nil {
		return adb.Refused(p.d.Serial+": "+p.app.NativeLibraryDir, out.Stderr)
	}
	for i, l := range p.layers {
		size, sum, err := digest(l.Path)
		if err != nil {
			return err
		}
		if err := p.inAppFinding(l.Name, sums[i] == sum); err != nil {
			return err
		}
		p.report.Files = append(p.report.Files, PushedFile{Path: path.Join(p.app.NativeLibraryDir, l.Name), Size: size, There: true})
	}
	return nil
}

// inAppFinding returns what is wrong with a layer in the app's own APK.
func (p *pusher) inAppFinding(name string, same bool) error {
	listed := slices.Contains(p.app.Libs, name)
	add := "add the layer to the APK and install the app again: gleslayergen apk add APP.apk " + adb.QuoteIfNeeded(name) + " --debuggable"
	switch {
	case listed && same:
		return nil
	case listed:
		return &Blocked{"", "layer " + name, p.app.Name + " contains a build of the layer that differs from the file on this machine", add}
	case !p.app.ExtractsLibs:
		return &Blocked{"1.7", "layer " + name, "Android does not extract the libraries of " + p.app.Name + " from the APK, and the loader does not search for GLES layers in APKs", `set extractNativeLibs="true" in the manifest of the app; gleslayergen apk add sets it`}
	}
	return &Blocked{"1.5", "layer " + name, p.app.Name + " has no library with this name", add}
}
