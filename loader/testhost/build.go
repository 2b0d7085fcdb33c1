package testhost

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	compileLimit = 2 * time.Minute
	library      = "libEGL.so.1" // holds everything
	stampName    = "gleslayergen-host"
)

// aliases are the other names by which programs ask for the stand-in. The dynamic linker sees that they are one file
// and loads it once, so both libraries share the tables.
var aliases = []string{"libEGL.so", "libGLESv2.so", "libGLESv2.so.2"}

// Build makes the stand-ins in dir with the machine's C compiler ($CC, or cc), unless they are there already. The folder
// appears whole or not at all; several builds may run at once.
func Build(dir string, names Names) (*Host, error) {
	ctx, cancel := context.WithTimeout(context.Background(), compileLimit)
	defer cancel()
	cc := compiler()
	d, err := findDriver(ctx, cc)
	if err != nil {
		return nil, fmt.Errorf("building the layer loader: %w", err)
	}
	host, err := buildOver(ctx, dir, names, d, cc)
	if err != nil {
		return nil, fmt.Errorf("building the layer loader: %w", err)
	}
	return host, nil
}

// compiler splits $CC as a shell or make would, so that "ccache gcc" works.
func compiler() []string {
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 {
		return cc
	}
	return []string{"cc"}
}

// buildOver is Build over a given driver.
func buildOver(ctx context.Context, dir string, names Names, d driver, cc []string) (*Host, error) {
	dir, err := checkDir(dir)
	if err != nil {
		return nil, err
	}
	if err := names.check(); err != nil {
		return nil, err
	}
	exports, err := d.exports()
	if err != nil {
		return nil, err
	}
	files, err := sources(newTables(names, exports), d)
	if err != nil {
		return nil, err
	}
	stamp := digest(files, cc)
	if readStamp(dir) == stamp {
		return &Host{dir}, nil
	}
	return &Host{dir}, buildAside(ctx, dir, stamp, files, cc)
}

// checkDir refuses what the dynamic linker would not take in LD_LIBRARY_PATH.
func checkDir(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err == nil && strings.ContainsAny(dir, ":;$") {
		err = fmt.Errorf("%s: the dynamic linker takes no folder with a colon, semicolon or dollar sign", dir)
	}
	return dir, err
}

// buildAside makes the folder beside its place, so that moving it there is one step.
func buildAside(ctx context.Context, dir, stamp string, files map[string][]byte, cc []string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	aside, err := os.MkdirTemp(filepath.Dir(dir), ".gleslayergen-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(aside)
	made := filepath.Join(aside, "host")
	if err := compile(ctx, filepath.Join(aside, "src"), made, files, cc); err != nil {
		return err
	}
	for _, alias := range aliases {
		if err := os.Symlink(library, filepath.Join(made, alias)); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(made, stampName), []byte(stamp+"\n"), 0o644); err != nil {
		return err
	}
	return publish(made, dir, stamp)
}

func compile(ctx context.Context, src, made string, files map[string][]byte, cc []string) error {
	for _, dir := range []string{src, made} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	args := append(slices.Clone(cc[1:]), "-std=c11", "-O2", "-D_GNU_SOURCE", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra",
		"-pthread", "-shared", "-Wl,-soname,"+library, "-Wl,-z,now", "-Wl,-z,defs", "-o", filepath.Join(made, library))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(src, name), files[name], 0o644); err != nil {
			return err
		}
		if isUnit(name) {
			args = append(args, name)
		}
	}
	cmd := exec.CommandContext(ctx, cc[0], append(args, "-ldl")...)
	cmd.Dir = src
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cc, " "), err, bytes.TrimSpace(out))
	}
	return nil
}

// isUnit says which files the compiler is given; the others are included.
func isUnit(name string) bool {
	return filepath.Ext(name) == ".c" || name == "stubs.S"
}
