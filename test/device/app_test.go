package device

import (
	"bufio"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

const (
	ctsDebug   = "android.rootlessgpudebug.DEBUG.app"
	ctsRelease = "android.rootlessgpudebug.RELEASE.app"
	ctsInject  = "android.rootlessgpudebug.INJECT.app"
	ctsLayersP = "android.rootlessgpudebug.GLES_LAYERS.app"
	activity   = "/android.rootlessgpudebug.app.RootlessGpuDebugDeviceActivity"
)

// set writes the four settings; "" deletes a setting.
func (b *bench) set(enable, app, layers, layerApp string) {
	b.Helper()
	for name, value := range map[string]string{"enable_gpu_debug_layers": enable, "gpu_debug_app": app, "gpu_debug_layers_gles": layers, "gpu_debug_layer_app": layerApp} {
		if b.DeleteSetting(name); value != "" {
			b.PutSetting(name, value, "com.android.shell")
		}
	}
}

// run restarts an app and returns the log lines of the app and its layers.
func (b *bench) run(component string) string {
	b.Helper()
	b.sh("logcat -c; am start -S -W -n " + component)
	return b.sh("logcat -d -v raw")
}

// TestLayers checks each directory from which an app loads layers, and those from which it does not.
func TestLayers(t *testing.T) {
	for _, android := range []string{"10", "11", ""} {
		t.Run("android"+android, func(t *testing.T) {
			b := begin(t, Options{Android: android})
			seen := func(component, layer string, want bool) {
				t.Helper()
				log := b.run(component)
				if got := strings.Contains(log, "glesLayer_eglChooseConfig called in glesLayer"+layer); got != want {
					t.Errorf("%s with %s: %v, want %v\n%s", component, layer, got, want, log)
				}
				if !strings.Contains(log, "activity complete") {
					t.Errorf("the app is not complete:\n%s", log)
				}
			}
			b.set("1", ctsDebug, "libGLES_glesLayerC.so", ctsLayersP)
			seen(ctsDebug+activity, "C", true)
			b.sh("f=$(pm path " + ctsLayersP + " | sed 's/package://;s/base.apk$//'); cp $f/lib/*/libGLES_glesLayerA.so /data/local/tmp/; " +
				"cat /data/local/tmp/libGLES_glesLayerA.so | run-as " + ctsDebug + " sh -c 'cat > libGLES_glesLayerA.so; chmod 700 libGLES_glesLayerA.so'")
			b.set("1", ctsDebug, "libGLES_glesLayerA.so", "")
			seen(ctsDebug+activity, "A", true)
			b.set("0", ctsDebug, "libGLES_glesLayerA.so", "")
			seen(ctsDebug+activity, "A", false)
			b.set("1", ctsInject, "libGLES_glesLayerC.so", ctsLayersP)
			seen(ctsInject+activity, "C", android != "10")
			b.set("1", ctsRelease, "libGLES_glesLayerA.so", "")
			seen(ctsRelease+activity, "A", false)
			b.set("", "", "", "")
			b.sh("setprop debug.gles.layers libGLES_glesLayerC.so")
			seen(ctsRelease+activity, "C", true)
			seen(ctsDebug+activity, "C", false)
		})
	}
}

// A package that is not visible to the app is treated like one that is not installed.
func TestInvisible(t *testing.T) {
	for android, want := range map[string]bool{"10": true, "12": false} {
		b := begin(t, Options{Android: android})
		if _, err := b.InstallApp(App{Name: "com.example.layers", Label: "L", VersionCode: 1, MinSDK: 29, Target: 33, NoCode: true, Libs: ctsLayers("B")}); err != nil {
			t.Fatal(err)
		}
		b.set("1", ctsDebug, "libGLES_glesLayerB.so", "com.example.layers")
		b.installed(App{Name: "com.example.asker", Label: "A", Activity: "com.example.asker.Main", VersionCode: 1, MinSDK: 29, Target: 33, Debuggable: true,
			Queries: []string{"com.example.layers"}})
		b.set("1", "com.example.asker", "libGLES_glesLayerB.so", "com.example.layers")
		b.wants("com.example.asker/.Main", "called in glesLayerB")
		b.set("1", ctsDebug, "libGLES_glesLayerB.so", "com.example.layers")
		if log := b.run(ctsDebug + activity); strings.Contains(log, "called in glesLayerB") != want {
			t.Errorf("Android %s:\n%s", android, log)
		}
	}
}

// Paths, times and process IDs in the log are the device's; the process runs until it is stopped.
func TestProcess(t *testing.T) {
	b := begin(t, Options{})
	b.set("1", "com.example.game", "libGLES_glesLayerC.so", ctsLayersP)
	at := b.sh("date '+%m-%d %H:%M:%S.000'")
	b.run("com.example.game/.MainActivity")
	pid := b.sh("pidof com.example.game")
	if pid == "" || b.sh("ps -A -o PID=,NAME= | grep com.example.game | sed 's/^ *//'") != pid+" com.example.game" {
		t.Errorf("pid %q", pid)
	}
	log := b.sh("logcat -d -t '" + at + "' -v threadtime -s glesLayerC libEGL")
	if !strings.Contains(log, " "+pid+" ") || strings.Contains(log, os.TempDir()) || !strings.Contains(log, "/data/app/") || strings.Contains(log, "GraphicsEnvironment") {
		t.Error(log)
	}
	if out := b.sh("am start -n com.example.game/.MainActivity"); !strings.Contains(out, "currently running") {
		t.Error(out)
	}
	b.sh("am force-stop com.example.game")
	if out, _, status := b.adb("shell", "pidof com.example.game"); status == 0 {
		t.Errorf("still there: %s", out)
	}
	b.fails("does not exist", "shell", "am start -n com.example.game/.Nothing")
}

// Android 11 crashes an app whose layer package is missing (rule 6.19).
func TestCrash(t *testing.T) {
	b := begin(t, Options{Android: "11"})
	b.set("1", ctsDebug, "x.so", "com.nobody")
	if log := b.run(ctsDebug + activity); !strings.Contains(log, "FATAL EXCEPTION") {
		t.Error(log)
	}
}

// A layer for another ABI is found but not loaded, with Android's error message.
func TestWrongABI(t *testing.T) {
	layer, err := localFile("cts:A")
	if err != nil {
		t.Fatal(err)
	}
	arm := begin(t, Options{ABIs: []string{"arm64-v8a", "armeabi-v7a"}})
	arm.push(layer)
	arm.wants(ctsDebug+activity, "libGLES_glesLayerA.so\" is for EM_X86_64 (62) instead of EM_AARCH64 (183)")

	two := connect(t, arm.server, Options{ABIs: []string{"x86_64", "x86"}})
	if _, err := two.InstallApp(App{Name: "com.example.small", Label: "S", Activity: "com.example.small.Main", Tag: "Small", VersionCode: 1, MinSDK: 29, Target: 33,
		Debuggable: true, Libs: map[string]string{"x86/libgame.so": layer}}); err != nil {
		t.Fatal(err)
	}
	two.checkOutput("dumpsys package com.example.small | grep primaryCpuAbi", "    primaryCpuAbi=x86")
	two.push(layer)
	two.sh("cat /data/local/tmp/libGLES_glesLayerA.so | run-as com.example.small sh -c 'cat > libGLES_glesLayerA.so'")
	two.set("1", "com.example.small", "libGLES_glesLayerA.so", "")
	two.wants("com.example.small/.Main", "is 64-bit instead of 32-bit")
}

// A file that is not a library, or that needs a missing library, gets Android's error messages too.
func TestLinkerWords(t *testing.T) {
	b := begin(t, Options{})
	for content, want := range map[string]string{
		"few": "is too small to be an ELF executable: only found 3 bytes", strings.Repeat("text", 20): "has bad ELF magic: 74657874",
	} {
		b.sh("echo '" + content + "' | head -c " + strconv.Itoa(len(content)) + " | run-as " + ctsDebug + " sh -c 'cat > libGLES_glesLayerA.so'")
		b.set("1", ctsDebug, "libGLES_glesLayerA.so", "")
		b.wants(ctsDebug+activity, want)
	}
}

// installed builds an APK and installs it with adb.
func (b *bench) installed(a App, flags ...string) {
	b.Helper()
	file, err := (&app{App: a}).apk()
	if err != nil {
		b.Fatal(err)
	}
	b.ok(append(append([]string{"install"}, flags...), file)...)
}

// push copies a layer into the data directory of the debuggable app and changes its owner to the app.
func (b *bench) push(layer string) {
	b.Helper()
	b.ok("push", layer, "/data/local/tmp/libGLES_glesLayerA.so")
	b.sh("cat /data/local/tmp/libGLES_glesLayerA.so | run-as " + ctsDebug + " sh -c 'cat > libGLES_glesLayerA.so'")
	b.set("1", ctsDebug, "libGLES_glesLayerA.so", "")
}

// wants fails the test unless a running app logs the words.
func (b *bench) wants(component, words string) {
	b.Helper()
	if log := b.run(component); !strings.Contains(log, words) || !strings.Contains(log, "activity complete") {
		b.Errorf("want %q in\n%s", words, log)
	}
}

// The property applies also to programs without Java, which find layers in the system directory (rule 7.9).
func TestNative(t *testing.T) {
	b := begin(t, Options{Build: BuildUserdebug})
	program, err := compiled("android/cts/c/app.c", "native", "-lEGL")
	if err != nil {
		t.Fatal(err)
	}
	layer, err := localFile("cts:B")
	if err != nil {
		t.Fatal(err)
	}
	b.ok("push", program, "/data/local/tmp/native")
	b.ok("push", layer, "/data/local/tmp/libB.so")
	b.sh("chmod 755 /data/local/tmp/native; su root sh -c 'mkdir -p /data/local/debug/gles; chmod 755 /data/local/debug /data/local/debug/gles; cp /data/local/tmp/libB.so /data/local/debug/gles/; chmod 644 /data/local/debug/gles/libB.so'")
	for property, want := range map[string]bool{"": false, "libB.so": true} {
		b.SetProp("debug.gles.layers", property)
		out, msg, status := b.adb("shell", "/data/local/tmp/native")
		if status != 0 || strings.Contains(out+msg, "called in glesLayerB") != want || !strings.Contains(out+msg, "complete") {
			t.Errorf("%q: status %d\n%s%s", property, status, out, msg)
		}
	}
}

// TestFollow: logcat without -d prints new lines until adb ends it.
func TestFollow(t *testing.T) {
	b := begin(t, Options{Bare: true})
	b.WriteLog(1, 0, 'I', "before", "text")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := b.server.Adb(ctx, b.Device, "logcat", "-v", "brief", "before:V", "after:W", "*:S")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	next := func() string { lines.Scan(); return lines.Text() }
	next() // the name of the buffer
	if got := next(); got != "I/before  (    1): text" {
		t.Error(got)
	}
	b.WriteLog(2, 0, 'I', "after", "too low")
	b.WriteLog(2, 0, 'E', "after", "late")
	if got := next(); got != "E/after   (    2): late" {
		t.Error(got)
	}
	cancel()
	_ = cmd.Wait()
	testutil.Eventually(t, "logcat ends", func() bool { return len(b.pids("")) == 0 })
}
