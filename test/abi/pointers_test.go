package abi

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// A display of 1, configs 1, 2 and 3, offsets, and a client buffer of 5 keep their values in hooks whose stack
// grows by 256 KiB and which force a garbage collection.
func TestNumbersInPointersPlace(t *testing.T) { keepNumbers(t, amd64) }

func keepNumbers(t *testing.T, g target) {
	out, err := runPointers(t, g, readText(t, "testdata/pointer_hooks.go.txt"))
	if err != nil || strings.Contains(out, "wrong:") || !strings.Contains(out, "100 hooks kept their values") {
		t.Fatalf("%s: %v\n%s", g.arch, err, out)
	}
}

// The same with one offset held as a Go pointer dies: the test above would find a number in such a place.
func TestNumberInGoPointerDies(t *testing.T) {
	const good, bad = "func hold(p gles.Ptr) gles.Ptr { return p }", "func hold(p gles.Ptr) unsafe.Pointer { return p.Pointer() }"
	hooks := readText(t, "testdata/pointer_hooks.go.txt")
	if !strings.Contains(hooks, good) {
		t.Fatal("nothing to plant the fault in")
	}
	out, err := runPointers(t, amd64, strings.Replace(hooks, good, bad, 1))
	if err == nil || !strings.Contains(out, "invalid pointer found on stack") {
		t.Fatalf("%v, expected a fatal error: invalid pointer found on stack\n%s", err, out)
	}
}

// runPointers runs testdata/pointers.c over a layer with these hooks.
func runPointers(t *testing.T, g target, hooks string) (string, error) {
	t.Helper()
	created := create(t, request("passive", "go", "eglChooseConfig", "glVertexAttribPointer", "glDrawElements",
		"glMultiDrawElementsEXT", "eglCreateImage"))
	writeText(t, filepath.Join(created.Dir, "hooks.go"), hooks)
	lib := buildLayer(t, created, g)
	return g.command(t, pointersHost(t, created, g), lib)
}

func pointersHost(t *testing.T, created *project.Created, g target) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "pointers")
	g.compile(t, "", "testdata/pointers.c", program, filepath.Join(created.Dir, "core"))
	return program
}
