package loader

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// Driver has the absolute paths of this machine's libraries. By name, the loader's libraries would find
// themselves.
type Driver struct {
	EGL, GLES string
	ES1       string // "" if there is none
}

// The names under which programs load the libraries.
const (
	nameEGL  = "libEGL.so.1"
	nameGLES = "libGLESv2.so.2"
	nameES1  = "libGLESv1_CM.so.1"
)

// FindDriver finds this machine's libraries; cc is the command of the C compiler and its first arguments.
func FindDriver(ctx context.Context, cc []string) (Driver, error) {
	var paths [3]string
	var wait recovery.Group
	for i, name := range []string{nameEGL, nameGLES, nameES1} {
		wait.Go(func() { paths[i] = findLibrary(ctx, cc, name) })
	}
	wait.Wait()
	d := Driver{paths[0], paths[1], paths[2]} // few programs need the third
	for i, path := range []string{d.EGL, d.GLES} {
		if path == "" {
			return d, fmt.Errorf("%s not found on this machine; to see the package to install: gleslayergen doctor run", []string{nameEGL, nameGLES}[i])
		}
	}
	return d, nil
}

// DriverIn returns the libraries in a directory, such as those of ANGLE.
func DriverIn(dir string) (Driver, error) {
	find := func(names ...string) (string, error) {
		for _, name := range names {
			path, err := filepath.Abs(filepath.Join(dir, name))
			if err != nil {
				return "", err
			}
			if _, err = os.Stat(path); err == nil {
				return path, nil
			}
		}
		return "", fmt.Errorf("%s not found in %s", names[0], dir)
	}
	egl, err := find(nameEGL, "libEGL.so")
	if err != nil {
		return Driver{}, err
	}
	gles, err := find(nameGLES, "libGLESv2.so")
	if err != nil {
		return Driver{}, err
	}
	es1, _ := find(nameES1, "libGLESv1_CM.so")
	return Driver{egl, gles, es1}, nil
}

// findLibrary queries the compiler, which knows the system's directories, then the dynamic linker's cache. It
// returns "" if neither has the library.
func findLibrary(ctx context.Context, cc []string, name string) string {
	out, _ := exec.CommandContext(ctx, cc[0], append(slices.Clone(cc[1:]), "-print-file-name="+name)...).Output()
	path := strings.TrimSpace(string(out))
	if !filepath.IsAbs(path) {
		path = findInCache(ctx, name)
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); path != "" && err == nil {
		return filepath.Join(dir, filepath.Base(path)) // the same path from either source
	}
	return path
}

// findInCache parses lines such as "libEGL.so.1 (libc6,x86-64) => /lib/libEGL.so.1". It returns "" without a
// library for this machine's architecture.
func findInCache(ctx context.Context, name string) string {
	out, _ := exec.CommandContext(ctx, ldconfig(), "-p").Output()
	for line := range bytes.Lines(out) {
		library, path, _ := strings.Cut(strings.TrimSpace(string(line)), " => ")
		if strings.HasPrefix(library, name+" ") && machineOf(path) == machines[runtime.GOARCH] {
			return path
		}
	}
	return ""
}

// ldconfig is often outside a user's path.
func ldconfig() string {
	if path, err := exec.LookPath("ldconfig"); err == nil {
		return path
	}
	return "/sbin/ldconfig"
}

// machines are the architectures with stubs, by GOARCH.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

func machineOf(path string) elf.Machine {
	file, err := elf.Open(path)
	if err != nil {
		return elf.EM_NONE
	}
	defer file.Close()
	return file.Machine
}

var validName = lazyregexp.New(`^(egl|gl)[A-Z][A-Za-z0-9_]*$`)

// exports returns the functions that the libraries export.
func (d Driver) exports() (e exports, err error) {
	if e.EGL, err = exportedFunctions(d.EGL, "egl"); err != nil {
		return e, err
	}
	if e.GLES, err = exportedFunctions(d.GLES, "gl"); err != nil || d.ES1 == "" {
		return e, err
	}
	e.ES1, err = exportedFunctions(d.ES1, "gl")
	return e, err
}

func exportedFunctions(path, prefix string) ([]string, error) {
	file, err := elf.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var names []string
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC && strings.HasPrefix(s.Name, prefix) && validName.MatchString(s.Name) {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
