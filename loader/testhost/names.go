package testhost

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
)

// Names are the three lists of functions that Android's loader knows, each in its own order.
type Names struct {
	Platform []string // functions the loader implements itself
	EGL      []string // functions it takes from the EGL driver
	GL       []string // functions it takes from the GLES driver
}

// A function is one entry of the loader's tables.
type function struct {
	Name     string
	Exported bool // a program can link to it, and eglGetProcAddress answers with the stub
	Trigger  bool // the first call brings the layers in
}

// triggers are the functions through which Android comes to load layers (rule 4.1).
var triggers = []string{
	"eglGetDisplay", "eglGetPlatformDisplay", "eglGetProcAddress", "eglBindAPI", "eglQueryAPI",
	"eglGetSystemTimeFrequencyNV", "eglGetSystemTimeNV",
}

// unexported is known to layers, yet Android's libGLESv2 does not export it (rule 3.1).
const unexported = "glMultiDrawElementsBaseVertexOES"

var validName = regexp.MustCompile(`^(egl|gl)[A-Z][A-Za-z0-9_]*$`)

// check refuses lists that would not make sources that compile, or a loader that works.
func (n Names) check() error {
	for _, list := range [][]string{n.Platform, n.EGL, n.GL} {
		for _, name := range list {
			if !validName.MatchString(name) {
				return fmt.Errorf("%q is no name of an EGL or GL function", name)
			}
		}
	}
	if !slices.Contains(n.Platform, "eglGetProcAddress") {
		return fmt.Errorf("eglGetProcAddress is not in the platform list")
	}
	return nil
}

// tables holds every function in the order in which layers are asked for them: a name stands once, in the first list
// that has it (rules 2.2 and 2.6). Those that only the driver exports come last, and layers are not asked for them.
type tables struct {
	Names    []function
	Platform int // so many are of the platform list
	Known    int // so many are known to layers
}

func newTables(names Names, exports []string) tables {
	var t tables
	seen := map[string]bool{}
	add := func(list []string, exported func(string) bool) {
		for _, name := range list {
			if !seen[name] {
				seen[name] = true
				t.Names = append(t.Names, function{name, exported(name), slices.Contains(triggers, name)})
			}
		}
	}
	byDriver := func(name string) bool { return slices.Contains(exports, name) }
	add(names.Platform, func(string) bool { return true })
	t.Platform = len(t.Names)
	add(names.EGL, byDriver)
	add(names.GL, func(name string) bool { return name != unexported || byDriver(name) })
	t.Known = len(t.Names)
	add(exports, byDriver)
	return t
}

// Sorted gives the indices of the names in byte order, for the loader's binary search.
func (t tables) Sorted() []int {
	order := make([]int, len(t.Names))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return t.Names[order[i]].Name < t.Names[order[j]].Name })
	return order
}

// QueryIndex is where eglGetProcAddress stands.
func (t tables) QueryIndex() int {
	return slices.IndexFunc(t.Names, func(f function) bool { return f.Name == "eglGetProcAddress" })
}
