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
		"debug.vulkan.layers":               {"property", "another tool or a user", `adb -s s shell 'setprop debug.vulkan.layers '\'''\'''`},
		"/data/local/debug/gles/liba.so":    {"file", "another tool or a user", "adb -s s shell rm /data/local/debug/gles/liba.so"},
		"/data/local/tmp/a b.so":            {"file", "another tool or a user", `adb -s s shell 'rm '\''/data/local/tmp/a b.so'\'''`},
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
	if len(leftoverRows()) < 10 {
		t.Error("the table is short")
	}
}

// A change in the journal is ours as long as its value is unchanged.
func TestLeftoversOfOurs(t *testing.T) {
	made := []Change{{Kind: KindProperty, Name: "debug.gles.layers", After: "a.so", AfterSet: true},
		{Kind: KindFile, Name: "/data/local/debug/gles/a.so", Before: "/data/local/debug/gles/.gleslayergen-before-1", BeforeSet: true, AfterSet: true}}
	for l, want := range map[Leftover]bool{
		{Kind: "property", Name: "debug.gles.layers", Value: "a.so"}:          true,
		{Kind: "property", Name: "debug.gles.layers", Value: "theirs.so"}:     false,
		{Kind: "file", Name: "/data/local/debug/gles/a.so"}:                   true,
		{Kind: "file", Name: "/data/local/debug/gles/.gleslayergen-before-1"}: true,
		{Kind: "file", Name: "/data/local/debug/gles/b.so"}:                   false,
		{Kind: "package", Name: "debug.gles.layers"}:                          false,
	} {
		if l.isOurs(made) != want {
			t.Errorf("%+v: %v", l, !want)
		}
	}
}
