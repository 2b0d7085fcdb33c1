package test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// An app of the device with an added layer passes check.
func TestAddToAppOfDevice(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	layer, app, out := r.layer("libmine.so", ""), filepath.Join(r.home, "game.apk"), filepath.Join(r.home, "out.apk")
	there := strings.TrimPrefix(r.on("pm path "+game), "package:")
	if output, err := r.server.Adb(t.Context(), r.devices[0], "pull", there, app).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	r.checkRun(0, []string{"apk", "add", app, layer, "--debuggable", "--out", out}, out+": "+game)
	r.checkRun(0, []string{"check", out}, "checked 1 layer")
}
