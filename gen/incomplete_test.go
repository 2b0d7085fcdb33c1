package gen

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// A registry without a command that a module calls is rejected.
func TestIncompleteRegistry(t *testing.T) {
	var text bytes.Buffer
	if err := registry.Builtin().WriteSnapshot(&text); err != nil {
		t.Fatal(err)
	}
	for command, sets := range map[string][]string{"glGetError": {"errors"}, "glGetString": nil, "glIsShader": {"log", "shaders"}} {
		without := regexp.MustCompile(`(?m)^(command|has\tcommand)\t`+command+`(\t.*)?\n(param\t.*\n)*`).ReplaceAllString(text.String(), "")
		r, err := registry.ReadSnapshot(without)
		if err != nil {
			t.Fatal(err)
		}
		_, err = New(r, Input{Name: "x", Module: "example.com/x", Rules: []Rule{{Pattern: "glClear", Hooks: HookC}}, Sets: sets, Scope: registry.FullScope()})
		if err == nil || !strings.Contains(err.Error(), "the registry has no "+command+", which ") {
			t.Errorf("without %s: %v", command, err)
		}
	}
}
