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
		if len(args) > 1 && args[1] != "packages" { // tools use no other service
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

// dumpPackage prints the lines that tools read of a package, in the format of the release.
func dumpPackage(p *process, name string) int {
	in := p.device.app(name)
	if in == nil {
		fmt.Fprintf(p.out, "Unable to find package: %s\n", name)
		return 0
	}
	dump := &dumper{p, p.device, in, fmt.Sprintf("%07x", in.uid*7919)}
	dump.resolver()
	dump.code()
	dump.manifest()
	dump.users()
	if p.device.release.has("dumpsys:queries") {
		dump.println("")
		p.dumpQueries()
	}
	return 0
}

// A dumper prints the parts of a package's dump.
type dumper struct {
	p    *process
	d    *Device
	app  *app
	hash string
}

func (u *dumper) println(format string, args ...any) { fmt.Fprintf(u.p.out, format+"\n", args...) }

func (u *dumper) resolver() {
	if u.app.Activity == "" {
		return
	}
	u.println("Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        %s %s filter %s", u.hash, u.app.component(), u.hash)
	u.println("          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\n")
}

// code prints the directory of the package and its ABIs.
func (u *dumper) code() {
	in := u.app
	u.println("Packages:\n  Package [%s] (%s):\n    %s=%d", in.Name, u.hash, u.d.release.words("useridname"), in.uid)
	u.println("    pkg=Package{%s %s}\n    codePath=%s\n    resourcePath=%s\n    legacyNativeLibraryDir=%s/lib", u.hash, in.Name, in.code, in.code, in.code)
	if u.d.release.has("dumpsys:extractNativeLibs") {
		u.println("    extractNativeLibs=%t", !in.InAPK)
	}
	u.println("    primaryCpuAbi=%s\n    secondaryCpuAbi=%s", orNull(in.primary), orNull(in.secondary))
	if u.d.release.has("dumpsys:cpuAbiOverride") {
		u.println("    cpuAbiOverride=%s", orNull(in.override))
	}
}

// manifest prints data of the package's manifest, and the packages that see it.
func (u *dumper) manifest() {
	in := u.app
	u.println("    versionCode=%d minSdk=%d targetSdk=%d\n    versionName=%d.0\n    splits=[base]\n    apkSigningVersion=2", in.VersionCode, in.MinSDK, in.Target, in.VersionCode)
	if !u.d.release.has("dumpsys:userDataDir") {
		u.println("    dataDir=%s", in.data(u.d.currentUser()))
	}
	if u.d.release.has("install:--force-queryable") {
		override := ""
		if in.forceQueryable {
			override = " (override=true)"
		}
		u.println("    forceQueryable=false%s", override)
		if len(in.Queries) > 0 {
			u.println("    queriesPackages=[%s]", strings.Join(in.Queries, ", "))
		}
	}
	u.println("    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]")
	u.println("    timeStamp=2026-01-02 03:04:05\n    firstInstallTime=2026-01-02 03:04:05\n    lastUpdateTime=2026-01-02 03:04:05")
	u.println("    signatures=PackageSignatures{%s version:2, signatures:[%s], past signatures:[]}\n    installPermissionsFixed=true", u.hash, u.hash)
	u.println("    flags=[ %s]\n    privateFlags=[ %s]", strings.Join(in.flags(), ""), strings.Join(in.privateFlags(), ""))
}

func (u *dumper) users() {
	in := u.app
	for _, user := range u.d.users() {
		u.println("    User %d: ceDataInode=%d installed=%t hidden=false suspended=false stopped=%t notLaunched=false enabled=0 instant=false virtual=false", user, in.uid, in.users[user], in.stopped)
		if u.d.release.has("dumpsys:userDataDir") {
			u.println("      dataDir=%s", in.data(user))
		}
		u.println("      gids=[3003]\n      runtime permissions:")
	}
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

// dumpQueries prints package visibility: packages that are visible to all, then for each package those that
// its queries name.
func (p *process) dumpQueries() {
	fmt.Fprintln(p.out, "Queries:\n  system apps queryable: false\n  queries via forceQueryable:\n  forceQueryable:\n    com.android.shell")
	apps := p.device.apps()
	for _, in := range apps {
		if in.forceQueryable {
			fmt.Fprintf(p.out, "    %s\n", in.Name)
		}
	}
	fmt.Fprintln(p.out, "  queries via package name:")
	for _, in := range apps {
		for i, other := range in.Queries {
			if i == 0 {
				fmt.Fprintf(p.out, "    %s:\n", in.Name)
			}
			fmt.Fprintf(p.out, "      %s\n", other)
		}
	}
	fmt.Fprintln(p.out, "  queries via component:\n  queryable via interaction:")
}
