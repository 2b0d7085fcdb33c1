package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A reason is a rule that the call broke: neither a candidate nor a rule that it did not break.
func TestHasReason(t *testing.T) {
	const call = "deqpexplain: GL_INVALID_VALUE: glClear(mask=0x1)"
	for end, want := range map[string]bool{
		": mask=0x1 has bits of no buffer (ES 3.2, 15.2.3)":                                                        true,
		": offset=1 is negative (GL_EXT_texture_buffer)":                                                           true,
		": possible reasons: the region does not fit the image (ES 3.2, 8.6)":                                      false,
		": no rule explains this error; rules with this error, none of them broken: mask is negative (ES 3.2, 15)": false,
		": not explained, because too many errors occur":                                                           false,
		"": false,
	} {
		if hasReason(call+end) != want {
			t.Errorf("%q: %t expected", end, want)
		}
	}
}

// The logs of the layer are counted by driver and module, without those of cases that run alone. Less than 98 % is an error.
func TestReasons(t *testing.T) {
	work, dir := t.TempDir(), ""
	dir = filepath.Join(work, "verdicts-deqp-gles2")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const named = "deqpexplain: GL_INVALID_VALUE: glClear(mask=0x1): mask=0x1 has bits of no buffer (ES 3.2, 15.2.3)\n"
	const unnamed = "deqpexplain: GL_INVALID_ENUM: glHint(): no rule explains this error; the table has no rule of glHint with GL_INVALID_ENUM\n"
	testutil.WriteFile(t, filepath.Join(dir, "mesa-0-explain-0.log"), strings.Repeat(named, 40)+"  #0 main\n", 0o600)
	testutil.WriteFile(t, filepath.Join(dir, "mesa-50-explain-1.log"), strings.Repeat(named, 58)+unnamed+unnamed, 0o600)
	for _, other := range []string{"mesa-0-none-0.log", "mesa-0-explain-3-with-0.log", "angle-0-explain-0.log"} {
		testutil.WriteFile(t, filepath.Join(dir, other), unnamed, 0o600)
	}
	compared := []*group{{driver: "mesa", layer: "explain", list: []comparison{{Case: "dEQP-GLES2.a"}, {Case: "dEQP-GLES2.b"}, {Case: "dEQP-GLES3.a"}}}}
	list, err := countReasons(work, modules[:1], compared)
	if err != nil || len(list) != 1 || list[0].cases != 2 || list[0].errors != 100 || list[0].named != 98 || !slices.Equal(list[0].unnamed, []string{strings.TrimSpace(unnamed)}) {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := checkReasons(list); err != nil {
		t.Error(err)
	}
	list[0].named--
	if err := checkReasons(list); err == nil || !strings.Contains(err.Error(), "97 of 100 errors") {
		t.Errorf("97 of 100: %v", err)
	}
	if checkReasons(nil) == nil {
		t.Error("no error is a success")
	}
	var out strings.Builder
	printReasons(&out, list)
	if !strings.Contains(out.String(), "97.0 %") || strings.Count(out.String(), "no reason: ") != 1 {
		t.Error(out.String())
	}
}

// The cases of explain are those of groups that make wrong calls.
func TestIsNegative(t *testing.T) {
	for name, want := range map[string]bool{
		"dEQP-GLES2.functional.negative_api.buffer.bind":            true,
		"dEQP-GLES31.functional.debug.negative_coverage.log.a.b":    true,
		"dEQP-GLES31.functional.draw_indirect.negative.command":     true,
		"dEQP-GLES3.functional.texture.multisample.negative_sample": false,
	} {
		if isNegative(name) != want {
			t.Errorf("%s: %t expected", name, want)
		}
	}
}
