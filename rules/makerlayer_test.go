package rules

import (
	"slices"
	"testing"
)

func TestMakerLayers(t *testing.T) {
	all := MakerLayers()
	i := slices.IndexFunc(all, func(l MakerLayer) bool { return l.Setting == "gpu_control_layer_apps" })
	if i < 0 || all[i].Maker != "Samsung" || all[i].Package != "com.samsung.gpuwatchapp" || all[i].What == "" {
		t.Errorf("%+v", all)
	}
	for value, want := range map[string][]string{"": nil, "null": nil, "a.b": {"a.b"}, " a.b ,c.d,": {"a.b", "c.d"}} {
		if got := all[0].Apps(value); !slices.Equal(got, want) {
			t.Errorf("%q: %q", value, got)
		}
	}
}
