//go:build gradle

package main

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// frameworkAPK has Android's resources, which aapt needs to compile a manifest.
const frameworkAPK = "/usr/share/android-framework-res/framework-res.apk"

// gradlePackages has the Debian packages that the test needs, by a file of each.
var gradlePackages = map[string]string{
	"/usr/bin/gradle":   "gradle",
	"/usr/bin/aapt":     "aapt",
	"/usr/bin/zipalign": "zipalign",
	frameworkAPK:        "android-framework-res",
	"/usr/share/maven-repo/com/android/tools/build/gradle/2.2.2": "libgradle-android-plugin-java",
	"/usr/share/java/jaxb-runtime.jar":                           "libjaxb-java",
}

// gradleApp is the beginning of the build file of the app. The Java compiler and dx need files of the Android SDK that Debian does not
// have; the app has no code, so their tasks are off. It has no resources either, so aapt writes no R.txt, which the plugin reads. Version
// 2.2.2 of the Android plugin has debugCompile instead of debugImplementation, and finds Android libraries only in repositories:
// useImplementation does what version 3 does by itself.
const gradleApp = `buildscript {
    repositories { maven { url 'file:///usr/share/maven-repo' } }
    dependencies {
        classpath 'com.android.tools.build:gradle:2.2.2'
        classpath fileTree(dir: '/usr/share/java', include: [
            'jaxb-runtime.jar', 'jaxb-core.jar', 'istack-commons-runtime.jar', 'txw2.jar', 'stax-ex.jar', 'FastInfoset.jar'])
    }
}
apply plugin: 'com.android.application'
android {
    compileSdkVersion 25
    buildToolsVersion '25.0.0'
    defaultConfig { minSdkVersion 21; targetSdkVersion 25 }
    buildTypes { layers { initWith release; signingConfig signingConfigs.debug } }
    lintOptions { checkReleaseBuilds false }
}
tasks.all { if (it.name ==~ /compile.*JavaWithJavac|transformClassesWithDex.*/) it.enabled = false }
tasks.all { if (it.name ==~ /process.*Resources/) it.doFirst { def dir = it.textSymbolOutputDir; dir.mkdirs(); new File(dir, "R.txt").createNewFile() } }
android.buildTypes.names.each { configurations.create("${it}Implementation") }
ext.useImplementation = {
    android.buildTypes.names.each { type ->
        configurations.getByName("${type}Implementation").files.each { aar ->
            repositories.flatDir { dirs aar.parentFile }
            dependencies.add("${type}Compile", [name: aar.name - '.aar', ext: 'aar'])
        }
    }
}
apply from: 'libs/gleslayers-1.2.3.gradle'
`

// gradleRig is a directory with an app, a layer, an Android SDK made of Debian's programs, and the files of a release.
type gradleRig struct{ dir string }

func newGradleRig(t *testing.T) gradleRig {
	t.Helper()
	var missing []string
	for path, name := range gradlePackages {
		if _, err := os.Stat(path); err != nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		t.Fatalf("this test builds apps with Gradle, and these Debian packages are missing: apt-get install --no-install-recommends %s", strings.Join(missing, " "))
	}
	rig := gradleRig{t.TempDir()}
	for _, tool := range []string{"aidl", "dx", "llvm-rs-cc", "bcc_compat", "arm-linux-androideabi-ld", "i686-linux-android-ld", "mipsel-linux-android-ld"} {
		rig.write(t, "sdk/build-tools/25.0.0/"+tool, "#!/bin/sh\n")
	}
	framework, err := os.ReadFile(frameworkAPK)
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"sdk/platforms/android-25/android.jar":       string(framework),
		"sdk/platforms/android-25/build.prop":        "ro.build.version.sdk=25\nro.build.version.codename=REL\nro.build.version.release=7.1\n",
		"sdk/platforms/android-25/framework.aidl":    "",
		"sdk/platforms/android-25/source.properties": "Pkg.Revision=3\nAndroidVersion.ApiLevel=25\nPlatform.Version=7.1\nLayoutlib.Api=15\nLayoutlib.Revision=2\n",
		"sdk/build-tools/25.0.0/source.properties":   "Pkg.Revision=25.0.0\n",
		"sdk/build-tools/25.0.0/lib/dx.jar":          "",
		"sdk/platform-tools/source.properties":       "Pkg.Revision=25.0.0\n",
		"sdk/tools/source.properties":                "Pkg.Revision=25.0.0\n",

		"app/src/main/AndroidManifest.xml": `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.game">
    <application android:hasCode="false"/>
</manifest>`,
		// The manifest of a build type, which must stay in use.
		"app/src/layers/AndroidManifest.xml": `<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <application><activity android:name="com.example.game.Own"/></application>
</manifest>`,
		"app/src/debug/jniLibs/arm64-v8a/libown.so": "own",

		"mylayer/build/arm64-v8a/libmine.so":        "mine",
		"mylayer/build/arm64-v8a/.debug/libmine.so": "symbols",
		"mylayer/build/x86_64/libmine.so":           "mine",
		"mylayer/build/host/libmine.so":             "host",
	} {
		rig.write(t, path, text)
	}
	for _, tool := range []string{"aapt", "zipalign"} {
		if err := os.Symlink("/usr/bin/"+tool, filepath.Join(rig.dir, "sdk/build-tools/25.0.0", tool)); err != nil {
			t.Fatal(err)
		}
	}
	_, files := makeFiles(t)
	for _, name := range []string{"gleslayers-1.2.3.gradle", "gleslayers-1.2.3.aar", "gleslayers-inject-1.2.3.aar"} {
		rig.write(t, "app/libs/"+name, string(files[name]))
	}
	return rig
}

func (rig gradleRig) write(t *testing.T, path, text string) {
	t.Helper()
	path = filepath.Join(rig.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// trace matches the lines of stack traces, which Debian's Gradle prints if a package for building Debian packages is missing.
var trace = regexp.MustCompile(`(?m)^(\s+at |\s+\.\.\. |java\.lang\.ClassNotFoundException: org\.debian|\s+Couldn't resolve system dependency).*\n`)

// run runs tasks of the app with Gradle, and returns what it prints.
func (rig gradleRig) run(t *testing.T, script string, tasks ...string) (string, error) {
	t.Helper()
	rig.write(t, "app/build.gradle", gradleApp+script)
	cmd := exec.Command("gradle", append([]string{"--offline", "--no-daemon", "--max-workers=1"}, tasks...)...)
	cmd.Dir = filepath.Join(rig.dir, "app")
	cmd.Env = append(os.Environ(), "ANDROID_HOME="+filepath.Join(rig.dir, "sdk"), "ANDROID_SDK_HOME="+rig.dir, "GRADLE_USER_HOME="+filepath.Join(rig.dir, "gradle"))
	out, err := cmd.CombinedOutput()
	return trace.ReplaceAllString(string(out), ""), err
}

// builtApp is what the tests read of an APK.
type builtApp struct {
	libraries []string
	manifest  *axml.Manifest
}

func (rig gradleRig) app(t *testing.T, name string) builtApp {
	t.Helper()
	z, err := zip.OpenReader(filepath.Join(rig.dir, "app/build/outputs/apk", name))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var app builtApp
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, "lib/") {
			app.libraries = append(app.libraries, strings.TrimPrefix(f.Name, "lib/"))
		}
	}
	slices.Sort(app.libraries)
	text, err := fs.ReadFile(z, "AndroidManifest.xml")
	if err != nil {
		t.Fatal(err)
	}
	if app.manifest, err = axml.ReadManifest(text); err != nil {
		t.Fatal(err)
	}
	return app
}

// TestGradleBuild builds an app with Gradle and the Android plugin, and reads the APKs: only the build types that gleslayers gets have
// layers, and the entry injectLayers. It makes the calls of docs/android.md, and one more.
func TestGradleBuild(t *testing.T) {
	rig := newGradleRig(t)
	calls := regexp.MustCompile(`(?m)^gleslayers .*$`).FindAllString(gradleDocs(t), -1)
	script := strings.ReplaceAll(strings.Join(calls, "\n"), "1.0.0", "1.2.3") + `
gleslayers layers: [file('../mylayer/build')], buildTypes: ['layers']
useImplementation()
`
	out, err := rig.run(t, script, "clean", "assembleDebug", "assembleRelease", "assembleLayers")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	mine := []string{"arm64-v8a/libmine.so", "x86_64/libmine.so"}
	ready := []string{"arm64-v8a/libglmodules.so", "arm64-v8a/libgltrace.so"}
	for name, want := range map[string]struct {
		libraries          []string
		debuggable, inject bool
	}{
		"app-debug.apk":            {slices.Concat(ready, []string{"arm64-v8a/libown.so"}, mine), true, false},
		"app-release-unsigned.apk": {nil, false, false},
		"app-layers.apk":           {slices.Concat(ready, mine), false, true},
	} {
		app := rig.app(t, name)
		slices.Sort(want.libraries)
		if !slices.Equal(app.libraries, want.libraries) {
			t.Errorf("%s has the libraries %q, want %q", name, app.libraries, want.libraries)
		}
		if m := app.manifest; m.Debuggable != want.debuggable || m.InjectLayers != want.inject || slices.Contains(m.Activities, "com.example.game.Own") != want.inject {
			t.Errorf("%s: %+v", name, m)
		}
		t.Logf("%s: libraries %q, injectLayers %t", name, app.libraries, app.manifest.InjectLayers)
	}
}

// changes prints what gleslayers has added to the build.
const changes = `println "changes: ${configurations.collectMany { it.name.endsWith('Implementation') ? it.dependencies.toList() : [] } + tasks.names.findAll { it.startsWith('gleslayers') }}"
`

// TestGradleErrors checks the message for each mistake. The last one stops the build.
func TestGradleErrors(t *testing.T) {
	rig := newGradleRig(t)
	rig.write(t, "empty/host/libmine.so", "")
	rig.write(t, "empty/arm64-v8a/notes.txt", "")
	rig.write(t, "damaged.aar", "not a ZIP file")
	other, err := zipped("", []file{{"AndroidManifest.xml", 0o644, []byte("<manifest/>")}, {"jni/host/libx.so", 0o644, nil}}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	rig.write(t, "other.aar", string(other))
	mistakes := [][2]string{
		{`[:]`, "no layers: set the option layers (directories with ABI/lib*.so) or aar (Android libraries of a release)"},
		{`{ layers '../mylayer/build' }`, "the options need names, such as: gleslayers layers: '../mylayer/build'"},
		{`layer: '../mylayer/build'`, `unknown option "layer": the options are layers, aar, buildTypes`},
		{`layers: '../mylayer/build', buildTypes: 'staging'`, `build type "staging" not found (there are debug, layers, release): add it to android.buildTypes before gleslayers`},
		{`layers: '../mylayer/build', buildTypes: []`, "buildTypes is empty: name a build type, or omit the option for debug builds"},
		{`layers: '../none'`, "layers: DIR/none is not a directory: build the layer first (gleslayergen build --abi arm64-v8a)"},
		{`layers: ['../mylayer/build', '../empty']`, "layers: DIR/empty has no ABI/lib*.so (ABI is arm64-v8a, armeabi-v7a, x86, x86_64): build the layer for a device (gleslayergen build --abi arm64-v8a)"},
		{`layers: '../mylayer/build/arm64-v8a'`, "layers: DIR/mylayer/build/arm64-v8a is the directory of one ABI: set layers to its parent directory, DIR/mylayer/build"},
		{`aar: '../none.aar'`, "aar: DIR/none.aar is not a file: copy it from a release of gleslayergen"},
		{`aar: '../damaged.aar'`, "aar: DIR/damaged.aar is not an Android library (REASON): copy it from a release of gleslayergen again"},
		{`aar: '../other.aar'`, "aar: DIR/other.aar has no layers (jni/ABI/lib*.so) and no entry injectLayers: use gleslayers-VERSION.aar or gleslayers-inject-VERSION.aar of a release"},
		{`aar: 'libs/gleslayers-inject-1.2.3.aar', buildTypes: ['layers', 'release']`, "aar: DIR/app/libs/gleslayers-inject-1.2.3.aar adds the entry injectLayers, with which anyone with adb can load layers into the published app (rule 7.4): add a build type with initWith(release), and set buildTypes to it"},
	}
	var script strings.Builder
	for i, m := range mistakes {
		if i == len(mistakes)-1 {
			script.WriteString(changes)
			fmt.Fprintf(&script, "gleslayers(%s)\n", m[0])
			break
		}
		fmt.Fprintf(&script, "try { gleslayers(%s); println '%d: no error' } catch (GradleException e) { println '%[2]d: ' + e.message }\n", m[0], i)
	}
	out, err := rig.run(t, script.String(), "assembleDebug")
	if err == nil {
		t.Errorf("Gradle did not fail")
	}
	if !strings.Contains(out, "changes: []\n") {
		t.Errorf("a call that fails has changed the build")
	}
	for i, m := range mistakes {
		want := regexp.QuoteMeta(strings.ReplaceAll(m[1], "DIR", rig.dir))
		want = `(?m)^` + fmt.Sprintf("%d: ", i) + "gleslayers: " + strings.ReplaceAll(want, "REASON", ".+") + `$`
		if i == len(mistakes)-1 {
			want = strings.Replace(want, fmt.Sprintf("%d: ", i), "> ", 1)
		}
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("gleslayers(%s): not the message %s", m[0], want)
			continue
		}
		t.Logf("gleslayers(%s): %s", m[0], m[1])
	}
	if t.Failed() {
		t.Log(out)
	}
}

// TestGradleWithoutAndroid checks the message if the Android plugin is not applied.
func TestGradleWithoutAndroid(t *testing.T) {
	rig := newGradleRig(t)
	rig.write(t, "app/other.gradle", "apply from: 'libs/gleslayers-1.2.3.gradle'\ngleslayers layers: '../mylayer/build'\n")
	out, err := rig.run(t, "", "--build-file", "other.gradle", "tasks")
	if want := "> gleslayers: root project 'app' is not an Android app: apply the plugin com.android.application before gleslayers\n"; err == nil || !strings.Contains(out, want) {
		t.Errorf("%v\n%s", err, out)
	}
}
