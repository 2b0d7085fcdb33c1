//go:build heavy

package android

import (
	"path/filepath"
	"strings"
	"testing"
)

// Two layers with Go hooks in one process, each with a runtime of its own in the one word that Android has for them: the
// one that was loaded first runs its hooks, the other keeps out, and a million calls of four threads all arrive.
func TestTwoGoLayers(t *testing.T) {
	ndk := standIn(t)
	tool := filepath.Join(t.TempDir(), "gleslayergen")
	must(t, "..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	var libs []string
	for _, name := range []string{"upper", "lower"} {
		dir := filepath.Join(t.TempDir(), name)
		must(t, "", nil, tool, "new", name, "--passive", "--intercept", "glClear", "--out", dir)
		write(t, filepath.Join(dir, "hooks.go"), strings.ReplaceAll(countingHook, "NAME", name), 0o644)
		must(t, dir, []string{"ANDROID_NDK_HOME=" + ndk}, tool, "build", "--abi", "arm64-v8a")
		libs = append(libs, filepath.Join(dir, "build", "arm64-v8a", "lib"+name+".so"))
	}
	said := runArm64(t, ndk, "two.c", libs...)
	for want, times := range map[string]int{
		"log 4/lower: the hook ran 1000000 times":          1,
		"log 4/upper: the hook ran":                        0,
		"Android has room for one: hooks in Go stay off\n": 1,
		"the driver was called 1000000 times\n":            1,
	} {
		if strings.Count(said, want) != times {
			t.Errorf("not %d times %q in:\n%s", times, want, said)
		}
	}
}

// countingHook says when it ran a million times.
const countingHook = `package main

import (
	"sync/atomic"

	"NAME/gles"
)

var ran atomic.Int64

func glClear(next gles.GlClearFunc, mask gles.GLbitfield) {
	if n := ran.Add(1); n == 1000000 {
		gles.Logf("the hook ran %d times", n)
	}
	next(mask)
}
`
