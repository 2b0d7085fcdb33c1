package registry

// Registry holds everything that EGL and OpenGL ES define. All slices are sorted by name, except Features (by
// API, then number). Callers must not modify it.
type Registry struct {
	Sources    []Source
	Types      []*Type
	Groups     []*EnumGroup
	Enums      []*Enum
	Commands   []*Command
	Features   []*Feature
	Extensions []*Extension

	types    map[string]*Type
	enums    map[string]*Enum
	groups   map[string]*EnumGroup
	commands map[string]*Command

	corrected map[*correction]bool // corrections that changed something
}

// Source describes a file that the model was read from.
type Source struct {
	Name   string // gl.xml or egl.xml
	Date   string // such as 2026-05; empty if unknown
	SHA256 string // of the file, in hex
}

// API is an API name of the registry: egl, gles1 (OpenGL ES 1.x) or gles2 (OpenGL ES 2.0 and newer).
type API string

// The APIs of the model.
const (
	EGL   API = "egl"
	GLES1 API = "gles1"
	GLES2 API = "gles2"
)

// TypeKind is the kind of a C type, after resolving its typedef.
type TypeKind string

// The kinds of Type.
const (
	Platform    TypeKind = "platform" // defined by a platform header, not by the registry
	Alias       TypeKind = "alias"    // typedef of Target
	FuncPointer TypeKind = "func"     // typedef of a pointer to a function
	Struct      TypeKind = "struct"   // struct with Fields
	Opaque      TypeKind = "opaque"   // struct with unknown content
)

// Type is a C type that commands mention.
type Type struct {
	Name   string
	Kind   TypeKind
	Target CType   // of an Alias; the result of a FuncPointer
	Fields []Field // of a Struct; the parameters of a FuncPointer
}

// Field is a name with a C type.
type Field struct {
	Name string
	Type CType
}

// EnumGroup is a set of enums that are accepted in the same place.
type EnumGroup struct {
	Name    string
	Bitmask bool
	Enums   []string
}

// Enum is a named constant.
type Enum struct {
	Name   string
	Value  uint64 // two's complement where the registry gives a negative number
	Type   string // "", "u" (32 bits unsigned), "ull" (64 bits unsigned), or the C type it is cast to
	Alias  string // the enum that this one is an alias of, if the registry declares it
	Groups []string
}

// Command is a function of EGL or OpenGL ES.
type Command struct {
	Name   string
	Return Param // without a name
	Params []Param

	Features   []string // names of the versions that have it, oldest first
	Extensions []string // names of the extensions that have it
	Aliases    []string // other commands with the same meaning and signature
}

// Param is a parameter of a command, or its result.
type Param struct {
	Name  string
	Type  CType
	Group string // enum group, if the registry knows one
	Kind  string // meaning of a number, such as BufferOffset
	Class string // type of the named object, such as texture
	Len   Len    // number of elements that a pointer points to
}

// Feature is a version of an API.
type Feature struct {
	Name     string // GL_ES_VERSION_3_1
	API      API
	Number   string // 3.1
	Requires []Require
}

// Extension is an extension of EGL or OpenGL ES.
type Extension struct {
	Name      string
	Supported []API
	Requires  []Require
}

// Require lists the contents of a version or extension. API is empty if the part belongs to every API that
// the extension supports.
type Require struct {
	API      API
	Types    []string
	Enums    []string
	Commands []string
}

// Command finds a command by name.
func (r *Registry) Command(name string) (*Command, bool) { c, ok := r.commands[name]; return c, ok }

// Type finds a type by name.
func (r *Registry) Type(name string) (*Type, bool) { t, ok := r.types[name]; return t, ok }

// Enum finds an enum by name.
func (r *Registry) Enum(name string) (*Enum, bool) { e, ok := r.enums[name]; return e, ok }

// Group finds an enum group by name.
func (r *Registry) Group(name string) (*EnumGroup, bool) { g, ok := r.groups[name]; return g, ok }

// IsEGL reports whether the name of a command belongs to EGL.
func (c *Command) IsEGL() bool { return len(c.Name) > 3 && c.Name[:3] == "egl" }

// supports reports whether the extension exists for api.
func (x *Extension) supports(api API) bool {
	for _, a := range x.Supported {
		if a == api {
			return true
		}
	}
	return false
}
