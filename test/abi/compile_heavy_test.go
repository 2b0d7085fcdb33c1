//go:build heavy

package abi

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
)

var (
	styles    = []string{"passive", "active"}
	hookKinds = []string{"go", "c", "none"}
)

// Every kind of project builds, by the Go tool and cgo.
func TestBuilds(t *testing.T) {
	clang := target{arch: "amd64", cc: "clang"}
	type build struct {
		style, kind string
		target      target
	}
	builds := []build{{"active", "go", clang}}
	for _, kind := range hookKinds {
		for _, style := range styles {
			builds = append(builds, build{style, kind, amd64})
		}
	}
	for _, b := range testutil.Shard(t, builds, 3) {
		t.Run(b.style+"-"+b.kind+"-"+b.target.cc, func(t *testing.T) { buildLayer(t, create(t, request(b.style, b.kind, "@all")), b.target) })
	}
}

// The C files of every kind of project compile alone, without one warning, for 64 and 32 bits, and as for Android.
func TestCompilesWithoutWarnings(t *testing.T) {
	units := cUnits(t)
	android := androidHeaders(t)
	for _, cc := range append([]string{"gcc", "clang"}, testutil.Shard(t, []string{i386.cc, arm.cc, arm64.cc}, 3)...) {
		t.Run(cc, func(t *testing.T) {
			t.Parallel()
			for _, unit := range units {
				warningFree(t, cc, unit)
				if strings.HasSuffix(unit, "_core.c") {
					warningFree(t, cc, unit, "-DLAYER_ANDROID", "-I", android)
				}
			}
		})
	}
}

func warningFree(t *testing.T, cc, unit string, flags ...string) {
	t.Helper()
	// A note of GCC 11 and newer says that an older GCC aligns _Atomic(uint64_t) in structures differently on i686.
	line := append([]string{cc, "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-psabi"}, flags...)
	if out := must(t, filepath.Dir(unit), append(line, "-c", "-o", filepath.Join(t.TempDir(), "unit.o"), unit)...); out != "" {
		t.Errorf("%s %s:\n%s", cc, unit, out)
	}
}

// cUnits are the C files of every kind of project. Those that are the same, with the same headers, are there once.
func cUnits(t *testing.T) []string {
	t.Helper()
	var units []string
	seen := map[[sha256.Size]byte]bool{}
	for _, q := range testutil.Shard(t, requests(), 3) {
		created := create(t, q)
		for _, dir := range []string{"core", "core/fakedriver"} {
			for _, unit := range filesOf(t, created, dir, "*.c") {
				text := readText(t, unit)
				for _, header := range filesOf(t, created, dir, "*.h") {
					text += readText(t, header)
				}
				if sum := sha256.Sum256([]byte(text)); !seen[sum] {
					seen[sum] = true
					units = append(units, unit)
				}
			}
		}
	}
	return units
}

// requests are projects of every kind, one with all modules, and one with each module alone.
func requests() []project.Request {
	var list []project.Request
	for _, kind := range hookKinds {
		for _, style := range styles {
			list = append(list, request(style, kind, "@all"))
		}
	}
	all := request("active", "go", "@all")
	all.Config.Sets = modules.Names()
	list = append(list, all)
	for _, set := range modules.Names() {
		q := request("passive", "none", "glClear", "eglTerminate")
		q.Config.Sets = []string{set}
		list = append(list, q)
	}
	return list
}

func filesOf(t *testing.T, created *project.Created, dir, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(created.Dir, dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

// androidHeaders is a folder with what the layer takes from Android's <android/log.h>.
func androidHeaders(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "android"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(dir, "android", "log.h"),
		"enum { ANDROID_LOG_INFO = 4, ANDROID_LOG_ERROR = 6 };\nint __android_log_write(int priority, const char *tag, const char *text);\n")
	return dir
}

// The platform's headers agree for every width of a pointer.
func TestPlatformHeadersOnOtherProcessors(t *testing.T) {
	created := create(t, request("passive", "none", "@all"))
	for _, g := range testutil.Shard(t, foreign, 3) {
		t.Run(g.arch, func(t *testing.T) { agree(t, created, g.cc) })
	}
}
