package report

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// shaderSuffixes maps the types of shaders to the suffixes of GLSL files.
var shaderSuffixes = map[string]string{"GL_VERTEX_SHADER": ".vert", "GL_FRAGMENT_SHADER": ".frag", "GL_COMPUTE_SHADER": ".comp",
	"GL_GEOMETRY_SHADER": ".geom", "GL_TESS_CONTROL_SHADER": ".tesc", "GL_TESS_EVALUATION_SHADER": ".tese"}

// source is a call that gave a shader a source.
type source struct {
	name uint64
	kind string
	call int
	data *file.Data
}

// shaders adds all sources that the share group had up to the call, also those of shaders that the program
// deleted since.
func (x *Extraction) shaders(ctx context.Context) error {
	in, err := x.shareGroup()
	if err != nil {
		return err
	}
	kinds, versions, list := map[uint64]string{}, map[uint64]int{}, []source(nil)
	for c, err := range file.CallsWithErrors(x.File, 0, x.Call+1) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if c.Failed() || !in[c.Context] {
			continue
		}
		switch n := len(c.Args); {
		case c.Function.Name == "glCreateShader" && n == 1:
			kinds[uint64(uint32(c.Result.Bits))] = calltext.Enum("ShaderType", c.Args[0].Uint())
		case c.Function.Name == "glShaderSource" && n == 4:
			name := uint64(uint32(c.Args[0].Bits))
			list = append(list, source{name, kinds[name], c.Index, c.Args[2].Data})
		case c.Function.Name == "glCreateShaderProgramv" && n == 3:
			list = append(list, source{uint64(uint32(c.Result.Bits)), calltext.Enum("ShaderType", c.Args[0].Uint()), c.Index, c.Args[2].Data})
		}
	}
	for _, s := range list {
		versions[s.name]++
	}
	x.addShaders(list, versions)
	return nil
}

// addShaders adds sources. The names of shaders with several have the number of the version.
func (x *Extraction) addShaders(list []source, versions map[uint64]int) {
	seen := map[uint64]int{}
	for _, s := range list {
		name := fmt.Sprintf("shaders/%d", s.name)
		if seen[s.name]++; versions[s.name] > 1 {
			name += fmt.Sprintf(".v%d", seen[s.name])
		}
		suffix := shaderSuffixes[s.kind]
		if suffix == "" {
			suffix = ".glsl"
		}
		x.add(name+suffix, join("shader", "", s.kind, fmt.Sprintf("source of call %d", s.call)), 0, func(context.Context) ([]byte, error) {
			if s.data == nil || s.data.Capture != tracepb.Capture_CAPTURE_DATA {
				return nil, fmt.Errorf("the source was not captured")
			}
			data, err := x.File.Payload(s.data.Payloads)
			return bytes.ReplaceAll(data, []byte{0}, nil), err
		})
	}
}

// shareGroup returns the contexts of the share group of the call.
func (x *Extraction) shareGroup() (map[uint32]bool, error) {
	c, err := x.File.Call(x.Call)
	if err != nil {
		return nil, err
	}
	in, all := map[uint32]bool{c.Context: true}, x.File.Contexts()
	own := slices.IndexFunc(all, func(one file.Context) bool { return one.Number == c.Context })
	for _, one := range all {
		if own >= 0 && all[own].Share != 0 && one.Share == all[own].Share {
			in[one.Number] = true
		}
	}
	return in, nil
}
