package gen

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// memoryModule is the module that counts the memory of objects.
const memoryModule = "memory"

//go:embed data/image_formats.tsv
var imageFormatsText string

// imageFormat is a sized internal format: a row of image_formats.tsv.
type imageFormat struct {
	Name                 string
	Value                uint32
	Width, Height, Depth int // of a block
	Least                int // blocks in width and in height
	Bits                 int // of a block
}

// imageFormats returns the sized formats that the registry has, sorted by value.
func imageFormats(r *registry.Registry) ([]imageFormat, error) {
	list, err := table.Parse("image_formats.tsv", imageFormatsText, 5, func(row []string) (f imageFormat, err error) {
		if _, err = fmt.Sscanf(row[1], "%dx%dx%d", &f.Width, &f.Height, &f.Depth); err == nil {
			_, err = fmt.Sscan(row[2]+" "+row[3], &f.Least, &f.Bits)
		}
		if e, ok := r.Enum(row[0]); ok {
			f.Name, f.Value = row[0], uint32(e.Value)
		}
		return f, err
	})
	list = slices.DeleteFunc(list, func(f imageFormat) bool { return f.Name == "" })
	slices.SortFunc(list, func(a, b imageFormat) int { return int(a.Value) - int(b.Value) })
	return list, err
}

// unsizedFormats are the internal formats whose size depends on the type of the pixels.
var unsizedFormats = []string{"GL_ALPHA", "GL_BGRA_EXT", "GL_DEPTH_COMPONENT", "GL_DEPTH_STENCIL", "GL_LUMINANCE", "GL_LUMINANCE_ALPHA", "GL_RED", "GL_RG",
	"GL_RGB", "GL_RGBA", "GL_SRGB_ALPHA_EXT", "GL_SRGB_EXT", "GL_STENCIL_INDEX"}

// memoryCode is the code of the module around a call.
type memoryCode struct {
	code    csyntax.Expr
	deletes bool // the code runs before the call
}

func (c memoryCode) around() modules.Code {
	if c.deletes {
		return modules.Code{Before: "memory"}
	}
	return modules.Code{After: "memory"}
}

// resolveMemory computes the code of the module, if the layer has it, before the commands of the plan are known.
func (p *Plan) resolveMemory(r *registry.Registry) (err error) {
	if !p.HasSet(memoryModule) {
		return nil
	}
	if p.imageFormats, err = imageFormats(r); err != nil {
		return err
	}
	for _, name := range unsizedFormats {
		if e, ok := r.Enum(name); ok {
			p.unsizedFormats = append(p.unsizedFormats, record.NumberRow{Value: uint32(e.Value), Name: name})
		}
	}
	p.memory = map[string]memoryCode{}
	for _, c := range r.Commands {
		if code := findMemoryCode(c); code.code != "" {
			p.memory[c.Name] = code
		}
	}
	return nil
}

// memoryMade are the functions that create objects, and delete programs; and those whose storage belongs to others.
var memoryMade = map[string]memoryCode{
	"glGenTextures":          {code: madeObjects("TEXTURES", "textures")},
	"glGenBuffers":           {code: madeObjects("BUFFERS", "buffers")},
	"glGenRenderbuffers":     {code: madeObjects("RENDERBUFFERS", "renderbuffers")},
	"glCreateProgram":        {code: programMade},
	"glCreateShaderProgramv": {code: programMade},
	"glDeleteProgram":        {code: csyntax.Call("layer_memory_deleted", "LAYER_MEMORY_PROGRAMS", csyntax.Int(1), "&program"), deletes: true},
	"glObjectLabel":          {code: csyntax.Call("layer_memory_label", "identifier", "name", "length", "label")},
	"glLabelObjectEXT":       {code: csyntax.Call("layer_memory_label", "type", "object", "length > 0 ? length : -1", "label")},
	"glTextureViewEXT":       {code: csyntax.Call("layer_memory_view", memoryID, "texture")},
	"glTextureViewOES":       {code: csyntax.Call("layer_memory_view", memoryID, "texture")},
	"glTexStorageMem2DEXT":   sharedStorage,
	"glTexStorageMem3DEXT":   sharedStorage,
}

var (
	programMade   = csyntax.Call("layer_memory_program", memoryID, "ret_")
	sharedStorage = memoryCode{code: csyntax.Call("layer_memory_shared", memoryID, "target")}
)

// memoryID stands for the id of the command, which commands.c.tmpl defines.
const memoryID = csyntax.Expr("id_")

func madeObjects(kind, names string) csyntax.Expr {
	return csyntax.Call("layer_memory_made", memoryID, csyntax.Expr("LAYER_MEMORY_"+kind), "n", csyntax.Expr(names))
}

// findMemoryCode returns the code of a command, by its name or that of an alias, or by the rows of rules.tsv.
func findMemoryCode(c *registry.Command) memoryCode {
	names := append([]string{c.Name}, c.Aliases...)
	for _, name := range names {
		if code, ok := memoryMade[name]; ok {
			return code
		}
	}
	for _, name := range names {
		for _, row := range stateRows()[name] {
			if code := memoryRow(c, row); code.code != "" {
				return code
			}
		}
	}
	return memoryCode{}
}

// memoryRow returns the code for a row of rules.tsv.
func memoryRow(c *registry.Command, row stateRow) memoryCode {
	after := func(function string, args ...csyntax.Expr) memoryCode {
		return memoryCode{code: csyntax.Call(function, append([]csyntax.Expr{memoryID}, args...)...)}
	}
	switch {
	case row.action == "do" && row.path == "image" && row.values == "whole":
		return after("layer_memory_image", "target", "level", memoryImage(c))
	case row.action == "do" && row.path == "storage":
		levels := csyntax.Expr("levels")
		if !hasParam(c, "levels") {
			levels = csyntax.Int(1) // with samples
		}
		return after("layer_memory_storage", "target", levels, memoryImage(c))
	case row.action == "do" && row.path == "mipmap":
		return after("layer_memory_mipmap", "target")
	case row.action == "do" && row.path == "buffer" && row.values == "whole":
		return after("layer_memory_buffer", "target")
	case row.action == "set" && row.path == "share/textures/{@texture}/image":
		return after("layer_memory_shared", "target")
	case row.action == "set" && row.values != "params" && row.path == "share/renderbuffers/{@renderbuffer}/width":
		return after("layer_memory_renderbuffer", memoryImage(c))
	case row.action == "set" && row.path == "share/renderbuffers/{@renderbuffer}/image":
		return after("layer_memory_shared", "target")
	case row.action == "delete" && objectKinds[row.values] != "" && len(c.Params) == 2:
		kind := "LAYER_MEMORY_" + strings.ToUpper(row.values) + "S"
		return memoryCode{csyntax.Call("layer_memory_deleted", csyntax.Expr(kind), csyntax.Expr(c.Params[0].Name), csyntax.Expr(c.Params[1].Name)), true}
	}
	return memoryCode{}
}

// memoryImage returns the format and size in the arguments of a command. A missing height or depth is 1.
func memoryImage(c *registry.Command) csyntax.Expr {
	var members []csyntax.Expr
	for _, m := range []struct{ member, param, otherwise string }{
		{"format", "internalformat", "0"}, {"width", "width", "0"}, {"height", "height", "1"}, {"depth", "depth", "1"}, {"samples", "samples", "0"},
		{"pixels", "format", "0"}, {"type", "type", "0"}, {"compressed", "imageSize", "0"},
	} {
		value := csyntax.Expr(pick(hasParam(c, m.param), m.param, m.otherwise))
		if m.member == "format" {
			value = csyntax.Cast("GLenum", value)
		}
		members = append(members, csyntax.Designated(m.member, value))
	}
	return csyntax.Compound(csyntax.Struct("layer_memory_image"), members...)
}
