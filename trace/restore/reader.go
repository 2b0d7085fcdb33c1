package restore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Reader finds what a [Restorer] cannot restore from the calls that captured the state of a context.
type Reader struct {
	Version int // of OpenGL ES: 32 for 3.2

	lacks  []string
	linked bool // the last program is linked
}

// Lacks returns what cannot be restored; "" if all can.
func (r *Reader) Lacks() string { return strings.Join(r.lacks, ", ") }

// Reads reports whether calls of a function can say that something cannot be restored.
func Reads(function string) bool {
	_, ok := lackings[function]
	return ok
}

func (r *Reader) add(text string) {
	if !slices.Contains(r.lacks, text) {
		r.lacks = append(r.lacks, text)
	}
}

// lackings has what calls say that captured state.
var lackings = map[string]struct {
	params string
	at     func(*Reader, *file.File, *file.Call)
}{
	"gltrace.LeftOut": {"", func(r *Reader, _ *file.File, _ *file.Call) {
		r.add("objects that the recorder had no time or memory to read")
	}},
	"glGetError":           {"", (*Reader).pendingError},
	"gltrace.Buffer":       {"name size usage data", (*Reader).buffer},
	"glGetBufferPointerv":  {"", func(r *Reader, _ *file.File, _ *file.Call) { r.add("the contents of a mapped buffer") }},
	"gltrace.Texture":      {captures["gltrace.Texture"].params, (*Reader).texture},
	"glBindTexture":        {"target texture", (*Reader).boundTexture},
	"glGetShaderSource":    {"shader bufSize length source", (*Reader).source},
	"glGetProgramiv":       {"program pname params", (*Reader).program},
	"glGetAttachedShaders": {"program maxCount count shaders", (*Reader).shaders},
	"glGetActiveUniform":   {"program index bufSize length size type", (*Reader).uniform},
}

// Read reads a call that captured state.
func (r *Reader) Read(f *file.File, c *file.Call) {
	if one, ok := lackings[c.Function.Name]; ok && c.Function.Begins(one.params) {
		one.at(r, f, c)
	}
}

// hasContents reports whether the recorder read contents.
func hasContents(v file.Value) bool {
	return v.Data != nil && v.Data.Capture == tracepb.Capture_CAPTURE_DATA
}

func (r *Reader) pendingError(_ *file.File, c *file.Call) {
	if code := c.Result.Uint(); code != 0 && !canRaise(code) {
		r.add("an error that glGetError returns later, and that no call can raise")
	}
}

func (r *Reader) buffer(_ *file.File, c *file.Call) {
	if c.Args[1].Bits != 0 && !hasContents(c.Args[3]) {
		r.add("the contents of buffers")
	}
}

// texture finds textures with other formats than those of formats.tsv, and without contents.
func (r *Reader) texture(_ *file.File, c *file.Call) {
	of, known := formats()[c.Args[3].Uint()]
	switch {
	case known && of.components == 0:
		r.add("the contents of depth and stencil textures")
	case !known || !planes[c.Args[1].Uint()] && !layered[c.Args[1].Uint()]:
		r.add("textures of a format that OpenGL ES cannot return")
	case !hasContents(c.Args[9]) || c.Args[8].Uint() != of.kind.Value:
		r.add("the contents of textures")
	}
}

func (r *Reader) boundTexture(_ *file.File, c *file.Call) {
	const readable = 31 // the version that can query the size of a texture
	if c.Args[1].Bits != 0 && r.Version < readable {
		r.add(fmt.Sprintf("the contents of textures (OpenGL ES %d.%d cannot return them)", r.Version/10, r.Version%10))
	}
}

func (r *Reader) source(_ *file.File, c *file.Call) {
	if !c.Args[3].HasData() {
		r.add("the sources of shaders")
	}
}

func (r *Reader) program(f *file.File, c *file.Call) {
	if list, err := f.Words(c.Args[2]); err == nil && len(list) > 0 && c.Args[1].Bits == linkStatus {
		r.linked = list[0] != 0
	}
}

func (r *Reader) shaders(f *file.File, c *file.Call) {
	if list, err := f.Words(c.Args[3]); r.linked && (err != nil || len(list) == 0) {
		r.add("the shaders of programs that have none attached")
	}
}

func (r *Reader) uniform(f *file.File, c *file.Call) {
	const most = 64 // elements that the recorder queries
	if list, err := f.Words(c.Args[4]); err == nil && len(list) > 0 && list[0] > most {
		r.add("the values of large arrays of uniforms")
	}
}
