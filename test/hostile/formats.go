package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// format is a kind of file with the commands that read it. A command runs in a copy of a directory with a good file, which is spoiled in
// the copy. formats.tsv lists the fuzz tests of the parsers, and the format that has their input.
type format struct {
	name     string
	dir      string // below runner.good
	files    []string
	spoil    func(random *rand.Rand, good []byte) []byte
	commands [][]string // of gleslayergen; each spoiled file gets one of them, in turn
	guest    bool       // the commands run a program, whose messages may have any character
	runtime  bool       // the directory is that of registrations
}

// formats returns all formats.
func (r *runner) formats() []format {
	project := []string{"update", "--check"}
	withLayer := []string{"run", "--layer", r.layers[3][1]}
	return []format{
		{name: "recordings", dir: "recording", files: []string{"x.gltrace"}, spoil: spoil, commands: [][]string{
			{"trace", "stats", "x.gltrace"},
			{"trace", "dump", "x.gltrace"},
			{"trace", "replay", "x.gltrace"},
			{"trace", "diff", "x.gltrace", "good.gltrace"},
			{"trace", "export", "x.gltrace", "--format", "json", "-o", "out"},
			{"trace", "export", "x.gltrace", "--format", "apitrace", "-o", "out"},
			{"trace", "export", "x.gltrace", "--format", "c", "-o", "out"},
			{"trace", "export", "x.gltrace", "--format", "perfetto", "-o", "out"},
			{"trace", "export", "x.gltrace", "--format", "parquet", "-o", "out"},
			{"trace", "export", "x.gltrace", "--format", "csv", "-o", "out"},
			{"trace", "extract", "x.gltrace", "--out", "out"},
			{"trace", "report", "x.gltrace", "-o", "out"},
			{"trace", "compress", "x.gltrace", "-o", "out"},
			{"trace", "trim", "x.gltrace", "--frames", "1-2", "-o", "out"},
			{"trace", "images", "x.gltrace", "--out", "out"},
		}},
		{name: "traces of apitrace", dir: "apitrace", files: []string{"x.trace"}, spoil: spoil, commands: [][]string{{"trace", "import", "x.trace"}}},
		{name: "breadcrumbs", dir: "crumbs", files: []string{"x.crumbs"}, spoil: spoil, commands: [][]string{{"trace", "crumbs", "x.crumbs"}}},
		{name: "registration files", dir: "runtime", files: []string{"gleslayergen/trace/" + r.pid()}, spoil: spoil, runtime: true, commands: [][]string{
			{"trace", "status"},
			{"trace", "start", "--pid", r.pid(), "-o", "out"},
			{"trace", "stop"},
		}},
		{name: "libraries", dir: "apk", files: []string{"libx.so"}, spoil: spoil, commands: [][]string{
			{"check", "libx.so"},
			{"check", "."},
			{"settings", "libx.so"},
			{"run", "--layer", "./libx.so", "--", "true"},
			{"apk", "add", "x.apk", "libx.so", "--debuggable", "--gradle"},
			{"device", "symbolize", "--symbols", ".", "crash.txt"},
		}},
		{name: "APKs", dir: "apk", files: []string{"x.apk"}, spoil: spoilArchive, commands: [][]string{
			{"check", "x.apk"},
			{"apk", "add", "x.apk", "libx.so", "--debuggable", "--out", "new.apk"},
			{"apk", "add", "x.apk", "libx.so", "--inject", "--gradle"},
		}},
		{name: "source manifests", dir: "manifest", files: []string{"src/debug/AndroidManifest.xml"}, spoil: spoil, commands: [][]string{{"inject-manifest"}}},
		{name: "crash logs", dir: "apk", files: []string{"crash.txt"}, spoil: spoil, commands: [][]string{{"device", "symbolize", "--symbols", ".", "crash.txt"}}},
		{name: "registry files", dir: "registry", files: []string{"gl.xml", "egl.xml", "old.txt"}, spoil: spoil, commands: [][]string{
			{"registry", "list", "--gl-xml", "gl.xml", "--egl-xml", "egl.xml"},
			{"registry", "lint", "."},
			{"registry", "diff", "old.txt", "gl.xml,egl.xml"},
		}},
		{name: "project files", dir: "project", files: []string{"gleslayer.yaml"}, spoil: spoil, commands: [][]string{project, {"build"}, {"combine", ".", "other", "--out", "both", "--dry-run"}}},
		{name: "lock files", dir: "project", files: []string{"gleslayer.lock"}, spoil: spoil, commands: [][]string{project, {"update"}, {"update", "--adopt"}}},
		{name: "journals", dir: "interrupted", files: []string{".gleslayergen-update"}, spoil: spoil, commands: [][]string{{"update", "--recover"}, project}},
		{name: "Go files", dir: "project", files: []string{"hooks.go", "go.mod", "zz_generated_hooks.go"}, spoil: spoil, commands: [][]string{project, {"update", "--rename"}, {"combine", ".", "other", "--out", "both", "--dry-run"}, {"vet"}}},
		{name: "template packs (zip)", dir: "pack", files: []string{"pack.zip"}, spoil: spoilArchive, commands: [][]string{
			{"template", "show", "./pack.zip"},
			{"template", "test", "./pack.zip"},
			{"new", "x", "--template", "./pack.zip", "--passive"},
		}},
		{name: "template packs (directory)", dir: "pack", files: []string{"pack/pack.yaml", "pack/hook.c.tmpl", "pack/Makefile.tmpl"}, spoil: spoil, commands: [][]string{
			{"template", "show", "./pack"},
			{"template", "test", "./pack"},
			{"new", "x", "--template", "./pack", "--passive"},
		}},
		{name: "profiles", dir: "settings", files: []string{"x.profile"}, spoil: spoil, guest: true, commands: [][]string{
			append(withLayer, "--set", "profile.on=1", "--set", "profile.file=DIR/x.profile", "--", "GUEST", "unchecked"),
			append(withLayer, "--set", "profile.on=1", "--set", "profile.missing=hide", "--set", "profile.file=DIR/x.profile", "--", "GUEST", "unchecked"),
		}},
		{name: "settings files", dir: "settings", files: []string{"hostilemodules.conf"}, spoil: spoil, guest: true, commands: [][]string{
			append(withLayer, "--", "GUEST", "unchecked"),
		}},
	}
}

// pid is the number of a process that exists, and started its start time, as the kernel has it.
func (r *runner) pid() string { return strconv.Itoa(os.Getpid()) }

func started() string {
	stat, _ := os.ReadFile("/proc/self/stat")
	_, fields, _ := strings.Cut(string(stat), ") ")
	const start = 19 // of the fields after the name
	return append(strings.Fields(fields), make([]string, start+1)...)[start]
}

const sourceManifest = `<?xml version="1.0" encoding="utf-8"?>
<!-- an app -->
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.game" android:versionCode="7">
    <uses-sdk android:minSdkVersion="29" android:targetSdkVersion="34"/>
    <application android:label="Game" android:extractNativeLibs="true">
        <meta-data android:name="a" android:value="b &amp; c"/>
        <activity android:name=".Main" android:exported="true"/>
    </application>
</manifest>
`

const crashLog = `11-21 10:00:00.000  4711  4711 F DEBUG   : *** *** *** *** *** *** *** ***
11-21 10:00:00.000  4711  4711 F DEBUG   : pid: 4711, tid: 4733, name: GLThread  >>> com.example.game <<<
11-21 10:00:00.000  4711  4711 F DEBUG   : signal 8 (SIGFPE), code 1 (FPE_INTDIV), fault addr 0x0
11-21 10:00:00.000  4711  4711 F DEBUG   :     x0  0000000000000000  x1  0000000000000001
11-21 10:00:00.000  4711  4711 F DEBUG   : backtrace:
11-21 10:00:00.000  4711  4711 F DEBUG   :       #00 pc 0000000000003000  /data/data/com.example.game/libx.so (hook+32) (BuildId: c0ffee)
11-21 10:00:00.000  4711  4711 F DEBUG   :       #01 pc 0000000000000010  /data/app/base.apk!libother.so (offset 0x1000) (BuildId: abcd)
11-21 10:00:00.000  4711  4733 E x       : panic: assignment to entry in nil map
11-21 10:00:00.000  4711  4733 E x       : goroutine 17 [running]:
11-21 10:00:00.000  4711  4733 E x       : main.(*l).f(0x1)
11-21 10:00:00.000  4711  4733 E x       : 	/h.go:13 +0x1c
`

// Of modules that do not write files, so that no path is in the spoiled file.
const settingsFile = `# settings
log=debug
errors.on=1
errors.stack=2
hud.on=1
hud.x=4
calls.on=1
frames.on=1
draw.on=1
draw.only=3
extensions.on=1
extensions.hide=GL_OES_*,GL_EXT_texture*
inject.on=1
inject.seed=7
inject.rate=20
inject.functions=glTex*,-glTexStorage*
explain.on=1
shaders.on=1
objects.on=1
`

// makeGood makes the good files of all formats.
func (r *runner) makeGood(ctx context.Context) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	profile, err := os.ReadFile(filepath.Join(filepath.Dir(here), "examples", "profiles", "es-3.0-minimum.profile"))
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"manifest/src/debug/AndroidManifest.xml": sourceManifest,
		"manifest/src/main/AndroidManifest.xml":  sourceManifest,
		"apk/AndroidManifest.xml":                sourceManifest,
		"apk/crash.txt":                          crashLog,
		"settings/x.profile":                     string(profile) + "hide GL_OES_*\nprecision GL_FRAGMENT_SHADER GL_HIGH_FLOAT 0 0 0\n",
		"settings/hostilemodules.conf":           settingsFile,
		"interrupted/.gleslayergen-update":       `{"schema": 1, "folders": ["new"], "steps": [{"path": "zz_generated_hooks.go", "old": "00", "new": "11"}, {"path": "new/x.go", "new": "22"}]}` + "\n",
		"runtime/gleslayergen/trace/" + r.pid():  "gltrace 1\nsocket gltrace-" + r.pid() + "-00112233445566778899aabbccddeeff\nnonce 00112233445566778899aabbccddeeff\nprocess x\nstart " + started() + "\nrecording x\ncalls 5\ndropped 0\nfile /x\n",
		"recording/empty":                        "",
		"apitrace/empty":                         "",
		"crumbs/empty":                           "",
	} {
		path := filepath.Join(r.good(), filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	for _, make := range []func(context.Context) error{r.makeRecordings, r.makeCrumbs, r.makeAPK, r.makeRegistry, r.makeProject, r.makePack} {
		if err := make(ctx); err != nil {
			return err
		}
	}
	return nil
}

// makeRecordings makes a recording and a trace of apitrace.
func (r *runner) makeRecordings(ctx context.Context) error {
	recording := filepath.Join(r.good(), "recording", "x.gltrace")
	if err := r.program(ctx, r.tool, "trace", "record", "--replayable", "--frame-images", "--out", recording, "--", r.guestPath(), "unchecked"); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(r.good(), "recording", "good.gltrace"), recording); err != nil {
		return err
	}
	return r.program(ctx, r.tool, "trace", "export", recording, "--format", "apitrace", "-o", filepath.Join(r.good(), "apitrace", "x.trace"))
}

// makeCrumbs takes the file of a program that crashed.
func (r *runner) makeCrumbs(ctx context.Context) error {
	cmd, stop := r.command(ctx, r.tool, "run", "--layer", r.layers[3][1], "--set", "breadcrumbs.on=1", "--", r.guestPath(), "abort")
	defer stop()
	out, _ := cmd.CombinedOutput()
	crumbs, err := filepath.Glob(filepath.Join(r.state(), "gleslayergen", "*.crumbs"))
	if err != nil || len(crumbs) == 0 {
		return fmt.Errorf("no breadcrumbs of a program that crashed: %v\n%s", err, out)
	}
	return copyFile(filepath.Join(r.good(), "crumbs", "x.crumbs"), crumbs[0])
}

// makeAPK makes an app with two libraries, and a layer.
func (r *runner) makeAPK(ctx context.Context) error {
	dir := filepath.Join(r.good(), "apk")
	if err := r.program(ctx, "aapt2", "link", "-o", filepath.Join(dir, "base.apk"), "--manifest", filepath.Join(dir, "AndroidManifest.xml"), "-I",
		"/usr/share/android-framework-res/framework-res.apk"); err != nil {
		return err
	}
	base, err := os.ReadFile(filepath.Join(dir, "base.apk"))
	if err != nil {
		return err
	}
	library, err := os.ReadFile(r.layers[2][1])
	if err != nil {
		return err
	}
	app, err := rewriteArchive(base, func(members []member) []member {
		return append(members, member{"lib/x86_64/libgame.so", library}, member{"lib/x86_64/libGLES_x.so", library}, member{"assets/a.txt", []byte("text")})
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "x.apk"), app, 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "libx.so"), library, 0o777)
}

func (r *runner) makeRegistry(ctx context.Context) error {
	dir := filepath.Join(r.good(), "registry")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, name := range []string{"gl.xml", "egl.xml"} {
		if err := copyFile(filepath.Join(dir, name), filepath.Join("hostile", "testdata", name)); err != nil {
			return err
		}
	}
	return r.program(ctx, r.tool, "registry", "import", filepath.Join(dir, "gl.xml"), filepath.Join(dir, "egl.xml"), "--date", "2026-05",
		"--out", filepath.Join(dir, "old.txt"))
}

// makeProject copies the project with Go hooks, with another one in it, and with the journal of an update.
func (r *runner) makeProject(ctx context.Context) error {
	dir := filepath.Join(r.good(), "project")
	if err := r.program(ctx, r.tool, "new", "small", "--out", filepath.Join(dir, "other"), "--active", "--intercept", "glClear"); err != nil {
		return err
	}
	project := filepath.Join(r.dir, "hostilego")
	return errors.Join(copyTree(dir, project, "build"), copyTree(filepath.Join(r.good(), "interrupted"), project, "build"))
}

// makePack makes a template pack, as a directory and as a zip.
func (r *runner) makePack(ctx context.Context) error {
	dir := filepath.Join(r.good(), "pack", "pack")
	if err := r.program(ctx, r.tool, "template", "init", dir); err != nil {
		return err
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	if err := w.AddFS(os.DirFS(dir)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.good(), "pack", "pack.zip"), buf.Bytes(), 0o666)
}

// member is a file of a zip archive.
type member struct {
	name string
	data []byte
}

// rewriteArchive returns the archive with other members.
func rewriteArchive(archive []byte, change func([]member) []member) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	var members []member
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(in)
		in.Close()
		if err != nil {
			return nil, err
		}
		members = append(members, member{f.Name, data})
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range change(members) {
		out, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := out.Write(m.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
