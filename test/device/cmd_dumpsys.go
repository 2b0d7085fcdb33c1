package device

import (
	"fmt"
	"slices"
	"strings"
)

func dumpsys(p *process) int {
	args := slices.DeleteFunc(slices.Clone(p.args[1:]), func(a string) bool { return a == "-t" })
	p.device.noise(p.err)
	if len(args) == 0 {
		return p.usage("Currently running services:\n  package\n  settings")
	}
	switch args[0] {
	case "settings":
		dumpSettings(p)
		return 0
	case "package":
		if len(args) > 1 && args[1] == "queries" && p.device.release.has("dumpsys:queries") {
			p.dumpQueries()
			return 0
		}
		if len(args) > 1 && args[1] != "packages" { // that is all of them
			return dumpPackage(p, args[1])
		}
		for _, in := range p.device.apps() {
			dumpPackage(p, in.Name)
		}
		return 0
	case "SurfaceFlinger":
		fmt.Fprintln(p.out, "GLES: Mesa, llvmpipe, OpenGL ES 3.2")
		return 0
	case "activity":
		return 0
	}
	fmt.Fprintf(p.err, "Can't find service: %s\n", args[0])
	return 0
}

// dumpPackage writes what tools read of a package, each line as the release has it.
func dumpPackage(p *process, name string) int {
	d := p.device
	in := d.app(name)
	if in == nil {
		fmt.Fprintf(p.out, "Unable to find package: %s\n", name)
		return 0
	}
	say := func(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }
	hash := fmt.Sprintf("%07x", in.uid*7919)
	if in.Activity != "" {
		say("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        %s %s filter %s", hash, in.component(), hash)
		say("          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\n")
	}
	say("Packages:\n  Package [%s] (%s):", name, hash)
	say("    %s=%d", d.release.words("useridname"), in.uid)
	say("    pkg=Package{%s %s}\n    codePath=%s\n    resourcePath=%s", hash, name, in.code, in.code)
	say("    legacyNativeLibraryDir=%s/lib", in.code)
	if d.release.has("dumpsys:extractNativeLibs") {
		say("    extractNativeLibs=%t", !in.InAPK)
	}
	say("    primaryCpuAbi=%s\n    secondaryCpuAbi=%s", orNull(in.primary), orNull(in.secondary))
	if d.release.has("dumpsys:cpuAbiOverride") {
		say("    cpuAbiOverride=%s", orNull(in.override))
	}
	say("    versionCode=%d minSdk=%d targetSdk=%d\n    versionName=%d.0\n    splits=[base]\n    apkSigningVersion=2", in.VersionCode, in.MinSDK, in.Target, in.VersionCode)
	if !d.release.has("dumpsys:userDataDir") {
		say("    dataDir=%s", in.data(d.currentUser()))
	}
	if d.release.has("install:--force-queryable") {
		override := ""
		if in.forceQueryable {
			override = " (override=true)"
		}
		say("    forceQueryable=false%s", override)
		if len(in.Queries) > 0 {
			say("    queriesPackages=[%s]", strings.Join(in.Queries, ", "))
		}
	}
	say("    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]")
	say("    timeStamp=2026-01-02 03:04:05\n    firstInstallTime=2026-01-02 03:04:05\n    lastUpdateTime=2026-01-02 03:04:05")
	say("    signatures=PackageSignatures{%s version:2, signatures:[%s], past signatures:[]}\n    installPermissionsFixed=true", hash, hash)
	say("    flags=[ %s]", strings.Join(in.flags(), ""))
	say("    privateFlags=[ %s]", strings.Join(in.privateFlags(), ""))
	for _, u := range d.users() {
		say("    User %d: ceDataInode=%d installed=%t hidden=false suspended=false stopped=%t notLaunched=false enabled=0 instant=false virtual=false", u, in.uid, in.users[u], in.stopped)
		if d.release.has("dumpsys:userDataDir") {
			say("      dataDir=%s", in.data(u))
		}
		say("      gids=[3003]\n      runtime permissions:")
	}
	if d.release.has("dumpsys:queries") {
		say("")
		p.dumpQueries()
	}
	return 0
}

func orNull(text string) string {
	if text == "" {
		return "null"
	}
	return text
}

func (in *app) flags() []string {
	var out []string
	for _, f := range []struct {
		on   bool
		name string
	}{{in.System, "SYSTEM "}, {in.Debuggable, "DEBUGGABLE "}, {!in.NoCode, "HAS_CODE "}, {true, "ALLOW_CLEAR_USER_DATA "}, {in.TestOnly, "TEST_ONLY "}, {true, "ALLOW_BACKUP "}} {
		if f.on {
			out = append(out, f.name)
		}
	}
	return out
}

func (in *app) privateFlags() []string {
	out := []string{"PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION ", "ALLOW_AUDIO_PLAYBACK_CAPTURE "}
	if in.Profileable {
		out = append(out, "PROFILEABLE_BY_SHELL ")
	}
	return out
}

// dumpQueries is who sees whom.
func (p *process) dumpQueries() {
	d := p.device
	fmt.Fprintln(p.out, "Queries:\n  system apps queryable: false\n  forceQueryable:\n    com.android.shell")
	apps := d.apps()
	for _, in := range apps {
		if in.forceQueryable {
			fmt.Fprintf(p.out, "    %s\n", in.Name)
		}
	}
	fmt.Fprintln(p.out, "  queries via forceQueryable:")
	for _, in := range apps {
		if in.forceQueryable {
			fmt.Fprintf(p.out, "    %s:\n", in.Name)
			for _, other := range apps {
				if other != in {
					fmt.Fprintf(p.out, "      %s\n", other.Name)
				}
			}
		}
	}
	fmt.Fprintln(p.out, "  queries via package name:")
	for _, in := range apps {
		for _, other := range in.Queries {
			fmt.Fprintf(p.out, "    %s:\n      %s\n", other, in.Name)
		}
	}
}
