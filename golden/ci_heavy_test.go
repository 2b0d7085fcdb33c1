//go:build heavy

package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
)

// The recipe of docs/ci.md, as written, for a new project and the example app.
func TestCIRecipe(t *testing.T) {
	path := tool(t)
	setStage(t)
	scripts := blocks(t, "ci")["sh"]
	if len(scripts) != 1 {
		t.Fatalf("docs/ci.md has %d scripts", len(scripts))
	}
	dir := filepath.Join(t.TempDir(), "mylayer")
	command(t, "", path, "new", "mylayer", "--active", "--intercept", "eglChooseConfig,glDraw*", "--out", dir)
	cmd := exec.CommandContext(t.Context(), "sh", "-c", scripts[0])
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PROGRAM="+stage.app, "GOWORK=off", "PATH="+filepath.Dir(path)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var report loader.Summary
	readJSON(t, filepath.Join(dir, "build", "run.json"), &report)
	if report.Status != 0 || len(report.Layers) != 1 {
		t.Errorf("the report says %+v", report)
	}
}
