package golden

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// Commands that a glob matches only in the newer registry get their stubs in a new file, and the layer
// builds.
func TestUpdateGlobGrows(t *testing.T) {
	k := layerCase(t, "registry-2022-07")
	k.request.Config.Intercept = []project.Intercept{{Match: "glFramebuffer*", Hooks: "go"}, {Match: "glTex*Memory*", Hooks: "c"}}
	dir := k.write(t)
	before := files(t, dir)
	u := updated(t, dir)
	after := files(t, dir)
	if string(after["hooks.go"]) != string(before["hooks.go"]) || string(after["core/hooks.c"]) != string(before["core/hooks.c"]) {
		t.Error("hooks of the author's changed")
	}
	stubs := string(after["hooks_2.go"])
	added := 0
	for _, c := range u.Plan().Hooked("go") {
		was, is := strings.Contains(string(before["hooks.go"]), "\nfunc "+c.Name+"("), strings.Contains(stubs, "\nfunc "+c.Name+"(")
		if was == is {
			t.Errorf("%s is in hooks.go: %v, in hooks_2.go: %v", c.Name, was, is)
		}
		if is {
			added++
		}
	}
	if added == 0 {
		t.Error("the newer registry adds nothing: the test tests nothing")
	}
	vetAndTest(t, dir, "./...")
}
