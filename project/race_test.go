package project

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Of two runs for one directory, one creates the project and the other changes nothing.
func TestTwoRunsIntoOneDir(t *testing.T) {
	for range 10 {
		dir := filepath.Join(t.TempDir(), "p")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		var results [2]error
		var made [2]*Created
		var wg sync.WaitGroup
		for i := range results {
			wg.Go(func() {
				q := Request{Module: "p", Dir: dir, Tool: "test", Config: Config{Name: "p", Init: "passive", API: "egl=1.5,gles2=3.2",
					Extensions: "all", Template: "go", Intercept: []Intercept{{Match: "glFlush", Hooks: "go"}}}}
				made[i], results[i] = Create(t.Context(), registry.Builtin(), q)
			})
		}
		wg.Wait()
		if (results[0] == nil) == (results[1] == nil) {
			t.Fatalf("one should have made the project: %v, %v", results[0], results[1])
		}
		winner := made[0]
		if results[0] != nil { // the other run wrote no files
			winner = made[1]
		}
		for _, f := range winner.Files {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(f.Path))); err != nil {
				t.Error(err)
			}
		}
	}
}
