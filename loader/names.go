package loader

import (
	"slices"
	"sort"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// A function is one function of the loader's libraries; Index is its position in all tables.
type function struct {
	Name     string
	Index    int
	Platform bool // Android's loader implements it itself
}

// tables holds the names for the generated C: first Android's, in the order in which the loader passes them
// to layers, each once, in the first list that has it (rules 2.2 and 2.6); then those that only this
// machine's libraries export.
type tables struct {
	Functions  []function
	Platform   int   // number of functions in the platform list
	PlatformGL []int // indices of the GL functions in it (rule 4.6)
	EGLStubs   []function
	GLESStubs  []function
	ES1Stubs   []function
	Wrappers   []wrapper
}

// A wrapper is a function of Android's libGLESv1_CM that calls another one with all but its last argument. Here
// it is another name of that function.
type wrapper struct {
	Name string
	Of   function
}

// exports are the functions that this machine's libraries export.
type exports struct{ EGL, GLES, ES1 []string }

func newTables(e exports) tables {
	var t tables
	platform := rules.InList(rules.ListPlatform)
	seen := map[string]bool{}
	add := func(names []string) {
		for _, name := range names {
			if !seen[name] {
				seen[name] = true
				t.Functions = append(t.Functions, function{name, len(t.Functions), len(t.Functions) < len(platform)})
			}
		}
	}
	for _, names := range [][]string{platform, rules.InList(rules.ListEGL), rules.InList(rules.ListGL), rules.InList(rules.ListES1), rules.InList(rules.ListFiltered), e.EGL, e.GLES, e.ES1} {
		add(names)
	}
	t.Platform = len(platform)
	for _, f := range t.Functions[:t.Platform] {
		if isGL(f.Name) {
			t.PlatformGL = append(t.PlatformGL, f.Index)
		}
	}
	t.stubs(e)
	return t
}

// stubs sets the exports of each library: those of Android's, and those of this machine's (rule 3.1).
func (t *tables) stubs(e exports) {
	hidden := rules.InList(rules.ListHidden)
	es1 := setOf(rules.InList(rules.ListES1), e.ES1)
	egl, gles := setOf(e.EGL), setOf(e.GLES)
	wrappers := rules.InList(rules.ListWrapper)
	for _, f := range t.Functions {
		android := f.Platform || isGL(f.Name) && !slices.Contains(hidden, f.Name)
		switch {
		case !isGL(f.Name) && (android || egl[f.Name]):
			t.EGLStubs = append(t.EGLStubs, f)
		case isGL(f.Name) && (android || gles[f.Name]):
			t.GLESStubs = append(t.GLESStubs, f)
		}
		if es1[f.Name] {
			t.ES1Stubs = append(t.ES1Stubs, f)
		}
		if slices.Contains(wrappers, f.Name+"Bounds") {
			t.Wrappers = append(t.Wrappers, wrapper{f.Name + "Bounds", f})
		}
	}
}

func setOf(lists ...[]string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, name := range list {
			set[name] = true
		}
	}
	return set
}

func isGL(name string) bool { return strings.HasPrefix(name, "gl") }

// Unlisted returns the GL functions of the registry that are in no table, because Android does not know them.
func (t tables) Unlisted(r *registry.Registry) []string {
	listed := map[string]bool{}
	for _, f := range t.Functions {
		listed[f.Name] = true
	}
	var names []string
	for _, c := range r.Commands {
		if isGL(c.Name) && !listed[c.Name] {
			names = append(names, c.Name)
		}
	}
	return names
}

// Named returns the functions that the C code names.
func (t tables) Named() []function {
	return slices.DeleteFunc(slices.Clone(t.Functions), func(f function) bool {
		return !f.Platform && !slices.Contains(special, f.Name)
	})
}

var special = []string{"glInsertEventMarkerEXT", "glPushGroupMarkerEXT", "glPopGroupMarkerEXT", "glReadPixels",
	"glMultiDrawElementsBaseVertexOES", "eglCreatePlatformWindowSurfaceEXT", "glGetError"}

// Sorted returns the indices of the names in byte order, for binary search in C.
func (t tables) Sorted() []int {
	order := make([]int, len(t.Functions))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return t.Functions[order[i]].Name < t.Functions[order[j]].Name })
	return order
}

// A release has the data of an Android release for the generated C.
type release struct {
	ID                                        string
	Flags                                     []uint8 // of each function
	NullCrashes, DropsMarkers, DropsTelemetry bool
}

// flagOf has the flag of each list, as host/base.h defines them.
var flagOf = map[rules.List]uint8{rules.ListPlatform: 1, rules.ListEGL: 2, rules.ListGL: 4, rules.ListES1: 8,
	rules.ListFiltered: 16, rules.ListTrigger: 32, rules.ListHidden: 64, rules.ListStatic: 128}

// Releases returns all releases, oldest first.
func (t tables) Releases() []release {
	var all []release
	for _, r := range rules.Releases() {
		one := release{ID: r.ID, Flags: make([]uint8, len(t.Functions)), NullCrashes: r.Has(rules.NullQueryCrashes),
			DropsMarkers: r.Has(rules.MarkersDropped), DropsTelemetry: r.Has(rules.TelemetryDropped)}
		for i, f := range t.Functions {
			name := rules.Lookup(f.Name)
			for list, bit := range flagOf {
				if name.In(list, r) {
					one.Flags[i] |= bit
				}
			}
		}
		all = append(all, one)
	}
	return all
}

// A signature has the parts of a C function for a wrapper around it.
type signature struct {
	Result, Params, Types, Args string
	Void                        bool
}

// A wrapped function of EGL converts handles between the loader's and the driver's (rule 6.12).
type wrapped struct {
	function
	signature
	Wrap    string // kind of the handle it returns, "" for none
	Display string // its parameter with a display, "" for none
}

// Validated reports whether libEGL checks that the display is initialized.
func (w wrapped) Validated() bool {
	return w.Display != "" && w.Name != "eglInitialize" && w.Name != "eglTerminate"
}

// handleKinds are the handle types that Android's loader wraps.
var handleKinds = map[string]string{"EGLDisplay": "DISPLAY", "EGLSurface": "SURFACE", "EGLContext": "CONTEXT"}

// Wrapped returns the functions of the platform list with a handle as a parameter or result.
func (t tables) Wrapped(r *registry.Registry) []wrapped {
	var all []wrapped
	for _, f := range t.Functions[:t.Platform] {
		c, ok := r.Command(f.Name)
		if !ok || isGL(f.Name) {
			continue
		}
		w := wrapped{function: f, Wrap: handleKind(c.Return.Type)}
		touches := w.Wrap != ""
		w.signature = newSignature(c, registry.CType.String, func(p registry.Param) string {
			kind := handleKind(p.Type)
			if kind == "" {
				return p.Name
			}
			touches = true
			if kind == "DISPLAY" {
				w.Display = p.Name
			}
			return "handle_driver(" + kind + ", " + p.Name + ")"
		})
		if touches {
			all = append(all, w)
		}
	}
	return all
}

func handleKind(t registry.CType) string {
	if t.Pointers > 0 {
		return ""
	}
	return handleKinds[t.Base]
}

// newSignature returns the signature of a command with types as typeOf writes them and arguments as argument writes them.
func newSignature(c *registry.Command, typeOf func(registry.CType) string, argument func(registry.Param) string) signature {
	var params, types, args []string
	for _, p := range c.Params {
		kind := typeOf(p.Type)
		params, types, args = append(params, kind+" "+p.Name), append(types, kind), append(args, argument(p))
	}
	return signature{Result: typeOf(c.Return.Type), Params: orVoid(params), Types: orVoid(types), Args: strings.Join(args, ", "), Void: c.Return.Type.IsVoid()}
}

// A checkedGL is a function of GL with wrappers that find the errors of layers.
type checkedGL struct {
	function
	signature
	Names, Fields []string // of the parameters: their names and declarations
}

// CheckedGL returns the functions of GL in the tables, except glGetError.
func (t tables) CheckedGL(r *registry.Registry) []checkedGL {
	var all []checkedGL
	for _, f := range t.Functions {
		c, ok := r.Command(f.Name)
		if !ok || !isGL(f.Name) || f.Name == "glGetError" {
			continue
		}
		one := checkedGL{function: f}
		one.signature = newSignature(c, abiType, func(p registry.Param) string {
			one.Names, one.Fields = append(one.Names, p.Name), append(one.Fields, abiType(p.Type)+" "+p.Name)
			return p.Name
		})
		all = append(all, one)
	}
	return all
}

// abiTypes are the types of GL that are not 32-bit integers, as C passes them.
var abiTypes = map[string]string{
	"void": "void", "GLfloat": "float", "GLclampf": "float", "GLdouble": "double",
	"GLboolean": "uint8_t", "GLubyte": "uint8_t", "GLshort": "int16_t",
	"GLint64EXT": "int64_t", "GLuint64": "uint64_t", "GLuint64EXT": "uint64_t", "GLintptr": "intptr_t", "GLsizeiptr": "intptr_t",
	"GLsync": "void *", "GLeglImageOES": "void *", "GLeglClientBufferEXT": "void *",
	"GLDEBUGPROC": "void *", "GLDEBUGPROCKHR": "void *", "GLVULKANPROCNV": "void *",
}

// abiType returns a C type that is passed like t.
func abiType(t registry.CType) string {
	if t.IsPointer() {
		return "void *"
	}
	if kind, ok := abiTypes[t.Base]; ok {
		return kind
	}
	return "int32_t"
}

func orVoid(list []string) string {
	if len(list) == 0 {
		return "void"
	}
	return strings.Join(list, ", ")
}
