//go:build linux

package live_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// The recorder is loaded into a running program without layers by a user who may set properties (rule 4.3):
// it finds contexts whose creation it did not see.
func TestLateAttach(t *testing.T) {
	setStage(t)
	cmd, dir := inRun(t, loader.Setup{Path: filepath.Dir(stage.layer)}, []string{"SCENE_SLOW=1"}, program(t, "scene"), "100000")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	if _, err := out.Read(make([]byte, 1)); err != nil { // the program draws
		t.Fatal(err)
	}
	go func() { // and continues to draw
		for part := make([]byte, 1<<16); ; {
			if _, err := out.Read(part); err != nil {
				return
			}
		}
	}()
	draft := filepath.Join(dir, "properties.new")
	if err := os.WriteFile(draft, []byte("debug.gles.layers="+filepath.Base(stage.layer)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(draft, filepath.Join(dir, "properties")); err != nil {
		t.Fatal(err)
	}
	h := connect(t, cmd)
	h.command(&tracepb.Options{Recording: true}, false)
	testutil.Eventually(t, "a recording", func() bool { return h.size() > 60000 })
	h.command(nil, true)
	f := h.end()
	list := calls(t, f)
	for _, want := range []string{"~gltrace.Context(0x1 ", "^eglMakeCurrent(", "^gltrace.Buffer(0x1 24 0x88e4 0x0[24])", "eglSwapBuffers(", "glDrawElements("} {
		if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("there is no %s", want)
		}
	}
	if hello := f.Hello(); hello.FromStart {
		t.Error("a recording that came late is said to be from the start")
	}
}
