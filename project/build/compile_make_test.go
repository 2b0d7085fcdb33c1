package build

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// The build with make reports what is missing or has the wrong name.
func TestBuildMakeFails(t *testing.T) {
	dir := createWithoutGo(t, "c", filepath.Join(t.TempDir(), "p"), "none")
	mustBuild(t, dir)
	makefile := testutil.ReadText(t, dir, "Makefile")
	testutil.WriteFiles(t, dir, map[string]string{"Makefile": strings.Replace(makefile, `-shared -pthread -o "$@"`, `-shared -pthread -o "$@.other"`, 1)})
	_, _, err := build(t, dir)
	testutil.CheckHint(t, err, "make did not create liba.so: ")
	testutil.WriteFiles(t, dir, map[string]string{"Makefile": makefile,
		"src/more.c": "extern void glFinish(void);\n__attribute__((constructor)) void calls(void) { glFinish(); }\n"})
	if _, output, err := build(t, dir); err == nil || !strings.Contains(output, "glFinish") {
		t.Errorf("an undefined function: %v\n%s", err, output)
	}
	checkBuilt(t, dir, ".debug", "liba.so")
	t.Setenv("CC", " ")
	_, _, err = build(t, dir)
	testutil.CheckHint(t, err, "cannot build for this machine: the variable CC does not name a C compiler")
	t.Setenv("CC", "no-such-compiler")
	if _, output, err := build(t, dir); err == nil || !strings.Contains(output, "no-such-compiler") {
		t.Errorf("%v\n%s", err, output)
	}
	t.Setenv("PATH", t.TempDir())
	_, _, err = build(t, dir)
	testutil.CheckHint(t, err, "cannot build for this machine: no make command in PATH")
}
