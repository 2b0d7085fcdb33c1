package device

import (
	"os"
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	b := begin(t, Options{Android: "14", Bare: true, Users: []int{10}})
	for _, c := range []struct{ script, want string }{
		{"settings get global gpu_debug_app", "null"},
		{"settings put global gpu_debug_app a.b; settings get global gpu_debug_app", "a.b"},
		{"settings put global gpu_debug_app ''; settings get global gpu_debug_app", ""},
		{"settings put global enable_gpu_debug_layers 1; settings list global", "enable_gpu_debug_layers=1\ngpu_debug_app="},
		{"dumpsys settings | grep -o 'name:enable.*'", "name:enable_gpu_debug_layers pkg:com.android.shell value:1"},
		{"settings delete global gpu_debug_app; settings delete global gpu_debug_app", "Deleted 1 rows\nDeleted 0 rows"},
		{"settings --user 10 put secure x y; settings get secure x; settings --user 10 get secure x", "null\ny"},
	} {
		b.checkOutput(c.script, c.want)
	}
	b.fails("Invalid arguments", "shell", "settings put nowhere a b")
	b.checkOutput("am get-current-user; am switch-user 10; am get-current-user", "0\n10")
	b.fails("no such user", "shell", "am switch-user 11")
}

func TestProperties(t *testing.T) {
	b := begin(t, Options{Bare: true, Build: BuildUserdebug})
	long := strings.Repeat("x", 91)
	b.checkOutput("setprop debug.gles.layers "+long+"; getprop debug.gles.layers", long)
	b.fails("exceeds 91", "shell", "setprop debug.gles.layers y"+long)
	b.fails("failed to set property", "shell", "setprop ro.debuggable 0")
	b.fails("failed to set property", "shell", "setprop sys.mine 0")
	b.sh("setprop persist.debug.mine stays")
	boot := b.sh("cat /proc/sys/kernel/random/boot_id")
	b.sh("settings put global gpu_debug_app a.b")
	b.adb("reboot")
	b.back()
	b.checkOutput("getprop debug.gles.layers; getprop persist.debug.mine; settings get global gpu_debug_app", "\nstays\na.b")
	if now := b.sh("cat /proc/sys/kernel/random/boot_id"); now == boot || len(now) != 36 {
		t.Errorf("boot %q after %q", now, boot)
	}
}

func TestRoot(t *testing.T) {
	b := begin(t, Options{Bare: true, Build: BuildUserdebug})
	b.fails("Permission denied", "shell", "mkdir /data/local/debug")
	b.checkOutput("su 0 id -u; su root sh -c 'mkdir -p /data/local/debug/gles; id -u'", "0\n0")
	if out := b.ok("root"); out != "restarting adbd as root\n" {
		t.Error(out)
	}
	b.back()
	b.checkOutput("id -u; setenforce 0; getenforce; ls -ld /data/local/debug/gles | cut -d ' ' -f 1,3", "0\nPermissive\ndrwxr-xr-x root")
	if out := b.ok("root"); out != "adbd is already running as root\n" {
		t.Error(out)
	}
	b.ok("unroot")
	b.back()
	b.checkOutput("id -u", "2000")
}

func TestNoRoot(t *testing.T) {
	b := begin(t, Options{Bare: true})
	if out := b.ok("root"); out != "adbd cannot run as root in production builds\n" {
		t.Error(out)
	}
	b.fails("su: inaccessible or not found", "shell", "su 0 id")
	m := connect(t, b.server, Options{Bare: true, SU: "magisk"})
	m.checkOutput("su -c 'id -u'", "0")
}

func TestRunAs(t *testing.T) {
	b := begin(t, Options{Users: []int{10}})
	game := "com.example.game"
	b.checkOutput("run-as com.example.game pwd", "/data/data/"+game)
	b.checkOutput("echo text | run-as com.example.game sh -c 'cat > libL.so; chmod 700 libL.so'; run-as com.example.game ls -l libL.so | cut -d ' ' -f 1,3", "-rwx------ u0_a105")
	b.fails("Permission denied", "shell", "ls /data/data/com.example.game")
	b.fails("run-as: package not debuggable: com.example.shop", "shell", "run-as com.example.shop ls")
	b.fails("run-as: unknown package: com.nobody", "shell", "run-as com.nobody ls")
	b.checkOutput("run-as com.example.game --user 10 sh -c 'id -un; pwd'", "u10_a105\n/data/user/10/"+game)
}

func TestPackages(t *testing.T) {
	b := begin(t, Options{Android: "14"})
	b.checkOutput("pm list packages example", "package:com.example.game\npackage:com.example.shop")
	b.checkOutput("pm list packages -U com.example.game", "package:com.example.game uid:10105")
	apk := strings.TrimPrefix(b.sh("pm path com.example.game"), "package:")
	if !strings.HasPrefix(apk, "/data/app/~~") || !strings.HasSuffix(apk, "/base.apk") {
		t.Error(apk)
	}
	b.sh("test -r " + apk + " && unzip -p " + apk + " AndroidManifest.xml | head -c 4 | wc -c")
	b.fails("", "shell", "pm path com.nobody")
	b.checkOutput("cmd package resolve-activity --brief com.example.game | tail -1", "com.example.game/.MainActivity")
	b.checkOutput("dumpsys package com.example.game | grep -E '^ *(primaryCpuAbi|flags|appId|versionCode)='",
		"    appId=10105\n    primaryCpuAbi=null\n    versionCode=7 minSdk=24 targetSdk=34\n    flags=[ DEBUGGABLE HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]")
	b.checkOutput("dumpsys package android.rootlessgpudebug.GLES_LAYERS.app | grep -c 'forceQueryable=false (override=true)'", "1")
	b.checkOutput("dumpsys package com.nobody", "Unable to find package: com.nobody")
	if _, err := b.InstallApp(App{Name: "com.example.asker", Label: "A", MinSDK: 29, Target: 33, Queries: []string{"com.example.shop"}}); err != nil {
		t.Fatal(err)
	}
	b.checkOutput("dumpsys package queries | grep -A 1 asker", "    com.example.asker:\n      com.example.shop")
	b.checkOutput("dumpsys package queries | sed -n '/^  forceQueryable:/,/^  queries via package/p' | grep -c LAYERS", "2")
	libs := b.sh("dumpsys package android.rootlessgpudebug.GLES_LAYERS.app | sed -n 's/^ *legacyNativeLibraryDir=//p'")
	b.checkOutput("ls "+libs+"/*", "libGLES_glesLayerA.so\nlibGLES_glesLayerB.so\nlibGLES_glesLayerC.so")
}

// TestInstall checks that "adb install" creates the directories that Android creates.
func TestInstall(t *testing.T) {
	b := begin(t, Options{Android: "12"})
	file, err := (&app{App: App{Name: "com.example.layers", Label: "L", VersionCode: 3, MinSDK: 29, Target: 33, NoCode: true, Libs: ctsLayers("A")}}).apk()
	if err != nil {
		t.Fatal(err)
	}
	before := b.Snapshot()
	b.ok("install", "-r", "-g", "--force-queryable", file)
	dir := strings.TrimSuffix(strings.TrimPrefix(b.sh("pm path com.example.layers"), "package:"), "/base.apk")
	b.checkOutput("ls "+dir+"/lib/"+instructionSets[hostABI()], "libGLES_glesLayerA.so")
	b.checkOutput("dumpsys package com.example.layers | grep -E 'primaryCpuAbi|forceQueryable='", "    primaryCpuAbi="+hostABI()+"\n    forceQueryable=false (override=true)")
	b.fails("INSTALL_FAILED_NO_MATCHING_ABIS", "install", "--abi", "armeabi-v7a", file)
	b.ok("uninstall", "com.example.layers")
	if diff := before.Diff(b.Snapshot()); diff != nil {
		t.Error(diff)
	}
	if err := os.WriteFile(t.TempDir()+"/no.apk", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	test, err := (&app{App: App{Name: "com.example.test", Label: "T", VersionCode: 1, MinSDK: 29, Target: 33, TestOnly: true}}).apk()
	if err != nil {
		t.Fatal(err)
	}
	b.fails("INSTALL_FAILED_TEST_ONLY", "install", test)
	b.ok("install", "-t", test)
	b.SetFaults(Faults{Full: 1000})
	b.fails("INSTALL_FAILED_INSUFFICIENT_STORAGE", "install", "-t", file)
}

// TestReleases checks that each release prints its own properties and messages.
func TestReleases(t *testing.T) {
	s := Server(t)
	for _, id := range []string{"10", "11", "12", "13", "14", "15", "15qpr", "16", "16qpr2"} {
		t.Run(id, func(t *testing.T) {
			b := connect(t, s, Options{Android: id})
			major := strings.TrimSuffix(strings.TrimSuffix(id, "qpr2"), "qpr")
			b.checkOutput("getprop ro.build.version.release", major)
			if _, _, status := b.adb("shell", "am refresh-settings-cache"); (status == 0) != (major >= "12") {
				t.Errorf("refresh-settings-cache: %d", status)
			}
			if tilde := strings.Contains(b.sh("pm path com.example.game"), "~~"); tilde != (major >= "11") {
				t.Errorf("%v", b.sh("pm path com.example.game"))
			}
		})
	}
}
