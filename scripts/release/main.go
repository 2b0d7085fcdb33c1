// Command release builds the files of a release: for each platform an archive with the static program, man pages, completions,
// licenses, and for devices the trace layer and the layer with all modules; packages for Debian and RPM; an Android library and an
// Android package with the layers, and a script for Gradle; a Homebrew formula; manifests for winget and Scoop; a Dockerfile; an SBOM;
// a provenance statement; and the checksums of all, which it signs if it gets a key. The same commit and the same versions of Go,
// clang and aapt2 give the same bytes.
//
//	go -C scripts/release run . -version v1.2.3 [-time UNIX] [-out DIR] [-commit ID] [-key FILE] [-apk-key FILE]
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/trace/modulelayer"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// platform is a target of the program.
type platform struct{ os, arch string }

func platforms() []platform {
	var out []platform
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			out = append(out, platform{system, arch})
		}
	}
	return out
}

func main() {
	version := flag.String("version", "", "version of the release")
	unix := flag.Int64("time", 0, "time that the files in the archives bear, in seconds since 1970")
	root := flag.String("root", "../..", "directory of the sources")
	out := flag.String("out", "dist", "directory of the files")
	commit := flag.String("commit", "", "commit of the sources, for the provenance statement")
	key := flag.String("key", "", "minisign key that signs the checksums; $MINISIGN_PASSWORD has its password")
	apkKey := flag.String("apk-key", "", "keystore with one key that signs the Android package; $"+apkPassword+" has its password")
	flag.Parse()
	r := release{version: *version, time: time.Unix(*unix, 0).UTC(), root: *root, out: *out, commit: *commit, key: *key, apkKey: apk.Key{Store: *apkKey}}
	if err := r.make(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

type release struct {
	version string
	time    time.Time // of all files, so that they do not depend on the time of the build
	root    string    // of the sources
	out     string
	commit  string // "": unknown
	key     string // "": the checksums are not signed

	apkTools apk.Tools
	apkKey   apk.Key // without a keystore, the Android package is not signed

	work string // for temporary files
}

func (r *release) make() error {
	if r.version == "" || strings.ContainsAny(r.version, "/\\ ") {
		return fmt.Errorf("-version %q: not a version", r.version)
	}
	sign, err := r.signer() // before the work, so that a wrong password does not cost minutes
	if err != nil {
		return err
	}
	if err := r.findAPKTools(); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "gleslayergen-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	shared, err := r.shared()
	if err != nil {
		return err
	}
	var programs []program
	for _, p := range platforms() {
		built, err := r.build(p)
		if err != nil {
			return err
		}
		programs = append(programs, built)
	}
	parts, err := r.components(programs)
	if err != nil {
		return err
	}
	shared = append(shared, file{"LICENSES", 0o644, licenseTexts(parts)})
	var jobs []job
	for _, p := range programs {
		jobs = append(jobs, r.archive(p, shared))
	}
	jobs = append(append(jobs, r.packages(programs, shared)...), r.aar(shared), r.injectAAR(), r.gradle(), r.apk(shared))
	files, err := runAll(jobs)
	if err != nil {
		return err
	}
	for _, add := range []func(out map[string][]byte) error{
		r.formula, r.scoop, r.winget, r.dockerfile, func(out map[string][]byte) error { return r.sbom(out, parts) }, r.provenance,
	} {
		if err := add(files); err != nil {
			return err
		}
	}
	sums := checksums(files)
	files["SHA256SUMS"] = sums
	if sign != nil {
		files["SHA256SUMS.minisig"] = sign(sums)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Printf("%s\t%d bytes\n", name, len(files[name]))
	}
	return r.write(files)
}

// shared returns the files that every archive contains beside the program.
func (r *release) shared() ([]file, error) {
	pages, err := r.pages()
	if err != nil {
		return nil, err
	}
	layers, err := r.layers()
	return append(pages, layers...), err
}

// program is the program for a platform.
type program struct {
	platform
	file
	path string // where it was built
}

// job makes one file. Compression takes seconds.
type job func() (name string, content []byte, err error)

// runAll runs jobs on all processors, and returns the files by their names.
func runAll(jobs []job) (map[string][]byte, error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	var errs []error
	files, places := map[string][]byte{}, make(chan struct{}, runtime.NumCPU())
	for _, do := range jobs {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			name, content, err := do()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
			}
			files[name] = content
		})
	}
	all.Wait()
	return files, errors.Join(errs...)
}

// archive packs one platform's program with its files.
func (r *release) archive(p program, shared []file) job {
	return func() (string, []byte, error) {
		dir := fmt.Sprintf("gleslayergen-%s-%s-%s", r.version, p.os, p.arch)
		files := append([]file{p.file}, shared...)
		if p.os == "windows" {
			content, err := zipped(dir+"/", files, r.time)
			return dir + ".zip", content, err
		}
		content, err := tarred(dir, files, r.time)
		return dir + ".tar.gz", content, err
	}
}

func (r *release) build(p platform) (program, error) {
	f := program{platform: p, file: file{name: "gleslayergen", mode: 0o755}}
	if p.os == "windows" {
		f.name += ".exe"
	}
	f.path = filepath.Join(r.work, p.os+"-"+p.arch, f.name)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X main.version="+r.version, "-o", f.path, "./cmd/gleslayergen")
	cmd.Dir = r.root
	// The levels of the instruction set are explicit, so that no setting of the machine changes the result.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off",
		"GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return f, fmt.Errorf("building for %s/%s: %w\n%s", p.os, p.arch, err, out)
	}
	var err error
	f.content, err = os.ReadFile(f.path)
	return f, err
}

// pages returns the man pages, completions and texts that every archive contains.
func (r *release) pages() ([]file, error) {
	tool := filepath.Join(r.work, "gleslayergen")
	build := exec.Command("go", "build", "-o", tool, "./cmd/gleslayergen")
	build.Dir = r.root
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building for this machine: %w\n%s", err, out)
	}
	files, err := completions(tool)
	if err != nil {
		return nil, err
	}
	man := filepath.Join(r.work, "man")
	if out, err := exec.Command(tool, "docs", "--man", man).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("writing man pages: %w\n%s", err, out)
	}
	entries, err := os.ReadDir(man)
	if err != nil {
		return nil, err
	}
	paths := map[string]string{"LICENSE": "LICENSE", "README.md": "README.md", "CHANGELOG.md": "CHANGELOG.md"}
	for _, e := range entries {
		paths["man/man1/"+e.Name()] = filepath.Join(man, e.Name())
	}
	for name, path := range paths {
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.root, path)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, 0o644, content})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}

// layers returns the layers for devices: the trace layer, and the one with all modules. They are built by clang, also where there is an NDK.
func (r *release) layers() (files []file, err error) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		if err := os.Unsetenv(name); err != nil {
			return nil, err
		}
	}
	for _, ship := range []func(ctx context.Context, cache string) (map[string][]byte, error){recorder.Ship, modulelayer.Ship} {
		built, err := ship(context.Background(), filepath.Join(r.work, "layers"))
		if err != nil {
			return nil, err
		}
		for name, content := range built {
			files = append(files, file{name, 0o644, content})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}

// completions returns the scripts by the names that shells look for.
func completions(tool string) ([]file, error) {
	var files []file
	for shell, name := range map[string]string{
		"bash": "gleslayergen.bash", "zsh": "_gleslayergen", "fish": "gleslayergen.fish", "powershell": "gleslayergen.ps1",
	} {
		script, err := exec.Command(tool, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("completion for %s: %w", shell, err)
		}
		files = append(files, file{"completions/" + name, 0o644, script})
	}
	return files, nil
}

// checksums returns the checksums in the form that "sha256sum --check" reads.
func checksums(archives map[string][]byte) []byte {
	var lines []string
	for name, content := range archives {
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	var b bytes.Buffer
	for _, line := range lines {
		b.WriteString(line)
	}
	return b.Bytes()
}

// write replaces the files of an earlier release.
func (r *release) write(files map[string][]byte) error {
	sums, err := os.ReadFile(filepath.Join(r.out, "SHA256SUMS"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old := []string{"SHA256SUMS", "SHA256SUMS.minisig"}
	for line := range strings.Lines(string(sums)) {
		if fields := strings.Fields(line); len(fields) == 2 && filepath.IsLocal(fields[1]) {
			old = append(old, fields[1])
		}
	}
	for _, name := range old {
		if err := os.Remove(filepath.Join(r.out, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(r.out, name), content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
