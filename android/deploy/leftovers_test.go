package deploy

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

func TestLeftovers(t *testing.T) {
	d := adb.New("adb", "").Device("s")
	for name, c := range map[string]struct{ kind, tool, remove string }{
		"org.renderdoc.renderdoccmd.arm64":  {"package", "RenderDoc", "adb -s s uninstall org.renderdoc.renderdoccmd.arm64"},
		"com.google.android.gapid.arm64v8a": {"package", "AGI or gapid", "adb -s s uninstall com.google.android.gapid.arm64v8a"},
		"debug.vulkan.layers":               {"property", "a tool or a person", `adb -s s shell 'setprop debug.vulkan.layers '\'''\'''`},
		"/data/local/debug/gles/liba.so":    {"file", "a tool or a person", "adb -s s shell rm /data/local/debug/gles/liba.so"},
		"/data/local/tmp/a b.so":            {"file", "a tool or a person", `adb -s s shell 'rm '\''/data/local/tmp/a b.so'\'''`},
		"com.example.game":                  {"package", "", ""},
		"debug.gles.layersx":                {"property", "", ""},
	} {
		var tool, remove string
		for _, l := range appendLeftover(nil, d, c.kind, name, "v") {
			tool, remove = l.Tool, l.Remove
		}
		if tool != c.tool || remove != c.remove {
			t.Errorf("%s: %q, %s", name, tool, remove)
		}
	}
	if len(parseLeftovers(leftoverTable)) < 10 {
		t.Error("the table is short")
	}
}
