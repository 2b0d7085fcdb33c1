package build_test

import (
	"os"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/trace/build"
)

// The sources are rendered once for each target of a program.
func TestMakeRendersOnce(t *testing.T) {
	rendered, built := 0, 0
	sources := func() ([]gen.File, error) {
		rendered++
		return []gen.File{{Path: "one/main.c", Content: []byte("int main(void) { return 0; }\n")}}, nil
	}
	target := build.Target{What: "a test", Output: "program", Dirs: []string{"one"}}
	cache := build.Cache{Dir: t.TempDir(), OnBuild: func() { built++ }}
	made := func() string {
		path, err := target.Make(t.Context(), cache, build.Host(), sources)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := made()
	if made() != path || rendered != 1 || built != 1 {
		t.Errorf("rendered %d times, built %d times, want one", rendered, built)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if made() != path || rendered != 2 || built != 2 {
		t.Errorf("without the program, rendered %d times, built %d times, want two", rendered, built)
	}
	target.Flags = []string{"-O1"}
	if made() == path || rendered != 3 {
		t.Errorf("with another flag, rendered %d times, want three", rendered)
	}
}
