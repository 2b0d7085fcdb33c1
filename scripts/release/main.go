// Command release builds the archives of a release: the static program for every platform with man pages,
// completions and license, the trace layer for devices, and their checksums. The same commit and the same
// versions of Go and clang give the same bytes.
//
//	go run ./scripts/release -version v1.2.3 [-time UNIX] [-out dist]
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	out := flag.String("out", "dist", "folder of the archives")
	flag.Parse()
	r := release{version: *version, time: time.Unix(*unix, 0).UTC(), out: *out}
	if err := r.make(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

type release struct {
	version string
	time    time.Time
	out     string
	work    string // for temporary files
}

func (r *release) make() error {
	if r.version == "" || strings.ContainsAny(r.version, "/\\ ") {
		return fmt.Errorf("-version %q: none", r.version)
	}
	var err error
	if r.work, err = os.MkdirTemp("", "gleslayergen-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	pages, err := r.pages()
	if err != nil {
		return err
	}
	layers, err := r.layers()
	if err != nil {
		return err
	}
	pages = append(pages, layers...)
	archives := map[string][]byte{}
	for _, p := range platforms() {
		name, content, err := r.archive(p, pages)
		if err != nil {
			return err
		}
		archives[name] = content
		fmt.Printf("%s\t%d bytes\n", name, len(content))
	}
	archives["SHA256SUMS"] = checksums(archives)
	return r.write(archives)
}

// archive is one platform's program with its files.
func (r *release) archive(p platform, pages []file) (string, []byte, error) {
	program, err := r.build(p)
	if err != nil {
		return "", nil, err
	}
	dir := fmt.Sprintf("gleslayergen-%s-%s-%s", r.version, p.os, p.arch)
	files := append([]file{program}, pages...)
	if p.os == "windows" {
		content, err := zipped(dir, files, r.time)
		return dir + ".zip", content, err
	}
	content, err := tarred(dir, files, r.time)
	return dir + ".tar.gz", content, err
}

func (r *release) build(p platform) (file, error) {
	f := file{name: "gleslayergen", mode: 0o755}
	if p.os == "windows" {
		f.name += ".exe"
	}
	path := filepath.Join(r.work, p.os+"-"+p.arch, f.name)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X main.version="+r.version, "-o", path, "./cmd/gleslayergen")
	// The levels of the instruction set are explicit, so that no setting of the machine changes the result.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off",
		"GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return f, fmt.Errorf("building for %s/%s: %w\n%s", p.os, p.arch, err, out)
	}
	var err error
	f.content, err = os.ReadFile(path)
	return f, err
}

// pages returns the man pages, completions and texts that every archive contains.
func (r *release) pages() ([]file, error) {
	tool := filepath.Join(r.work, "gleslayergen")
	build := exec.Command("go", "build", "-o", tool, "./cmd/gleslayergen")
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
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, 0o644, content})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}

// layers returns the trace layers for devices. They are built by clang, also where there is an NDK.
func (r *release) layers() (files []file, err error) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		if err := os.Unsetenv(name); err != nil {
			return nil, err
		}
	}
	built, err := recorder.Ship(context.Background(), filepath.Join(r.work, "layers"))
	if err != nil {
		return nil, err
	}
	for name, content := range built {
		files = append(files, file{name, 0o644, content})
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
	old, err := filepath.Glob(filepath.Join(r.out, "gleslayergen-*"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
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
