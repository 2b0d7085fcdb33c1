package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// ownABI is Android's name for this machine's ABI.
var ownABI = map[string]string{"amd64": "x86_64", "arm64": "arm64-v8a", "386": "x86", "arm": "armeabi-v7a"}

// The ten lines of docs/android.md build a layer, load it into an app and remove it. There is no NDK here, so
// the test leaves out its line and builds the layer for the test device, which has the processor of this
// machine.
func TestTenLinesOfDocs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/android.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(text), "```sh\n")
	block, _, closed := strings.Cut(block, "```")
	lines := strings.Split(strings.TrimSpace(block), "\n")
	if !found || !closed || len(lines) != 10 {
		t.Fatalf("%d lines", len(lines))
	}
	p := newPhone(t, device.Options{})
	dir := t.TempDir()
	script := ""
	for _, line := range lines {
		if strings.HasPrefix(line, "gleslayergen build --abi ") {
			line = "mkdir -p build/arm64-v8a; cp ../libmylayer.so build/arm64-v8a/"
		}
		script += strings.ReplaceAll(line, "arm64-v8a", ownABI[runtime.GOARCH]) + "\n"
	}
	buildLayer(t, filepath.Join(dir, "libmylayer.so"))
	out := p.host(t, dir, script)
	checkContains(t, out, []string{"com.example.game: the layers are loaded", "libmylayer.so", "GLES layer found"})
	if settings := p.settings(); len(settings) > 0 {
		t.Errorf("left behind: %v", settings)
	}
	if left := p.sh(t, "run-as com.example.game ls"); strings.Contains(left, "libmylayer.so") {
		t.Errorf("left behind: %s", left)
	}
}

// buildLayer builds the layer of the compatibility tests without dependencies on libraries.
func buildLayer(t *testing.T, path string, more ...string) {
	t.Helper()
	args := append([]string{"-shared", "-fPIC", "-nostdlib", "-Wl,-z,max-page-size=16384", "-Wl,-z,separate-loadable-segments", "-Wl,-soname," + filepath.Base(path), `-DLAYER="mylayer"`,
		"-fvisibility=hidden", "-o", path, "../android/cts/c/layer.c"}, more...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v (make deps installs what is missing)\n%s", err, out)
	}
}
