package state

import (
	"cmp"
	"strconv"
	"strings"
)

// TextureUse is a texture that a sampler or image uniform of the program refers to.
type TextureUse struct {
	Uniform string   `json:"uniform"`
	Unit    int64    `json:"unit"`
	Image   bool     `json:"image,omitempty"` // of an image unit
	Target  string   `json:"target,omitempty"`
	Object  *Link    `json:"object,omitempty"` // nil if no texture is bound
	Sampler *Link    `json:"sampler,omitempty"`
	Texture *Texture `json:"texture,omitempty"`
}

// samplerTargets maps the ends of sampler types to the targets of textures.
var samplerTargets = []struct{ end, target string }{
	{"2D_ARRAY", "GL_TEXTURE_2D_ARRAY"}, {"2D_MULTISAMPLE_ARRAY", "GL_TEXTURE_2D_MULTISAMPLE_ARRAY"}, {"2D_MULTISAMPLE", "GL_TEXTURE_2D_MULTISAMPLE"},
	{"CUBE_MAP_ARRAY", "GL_TEXTURE_CUBE_MAP_ARRAY"}, {"CUBE", "GL_TEXTURE_CUBE_MAP"}, {"BUFFER", "GL_TEXTURE_BUFFER"}, {"3D", "GL_TEXTURE_3D"},
	{"EXTERNAL", "GL_TEXTURE_EXTERNAL_OES"}, {"2D", "GL_TEXTURE_2D"},
}

// samplerTarget returns the target of a type such as GL_INT_SAMPLER_2D_ARRAY, or "" for a type without
// textures.
func samplerTarget(kind string) (target string, image bool) {
	for _, word := range []string{"_SAMPLER_", "_IMAGE_"} {
		_, rest, found := strings.Cut(kind, word)
		if !found {
			continue
		}
		for _, one := range samplerTargets {
			for _, suffix := range []string{"", "_SHADOW", "_OES", "_EXT", "_RECT"} {
				if strings.TrimSuffix(rest, suffix) == one.end {
					return one.target, word == "_IMAGE_"
				}
			}
		}
	}
	return "", false
}

// textures returns the textures of the sampler and image uniforms of the programs.
func (s *scope) textures() []TextureUse {
	out := []TextureUse{}
	names, _ := s.inUse()
	for _, name := range names {
		p := s.program(name)
		if p.is == nil {
			continue
		}
		for _, u := range p.uniforms() {
			if target, image := samplerTarget(u.Type); target != "" {
				unit, _ := strconv.ParseInt(u.Value, 10, 64) // 0 until it is set
				out = append(out, s.texture(TextureUse{Uniform: u.Name, Unit: unit, Image: image, Target: target}))
			}
		}
	}
	return out
}

func (s *scope) texture(use TextureUse) TextureUse {
	at := s.context.at(word("texture units"), number(use.Unit))
	bound, _ := at.number(word(use.Target))
	if use.Image {
		bound, _ = s.context.number(word("image units"), number(use.Unit), word("texture"))
	} else if sampler, _ := at.number(word("sampler")); sampler != 0 {
		use.Sampler = s.link("sampler", sampler)
	}
	if use.Object = s.link("texture", bound); use.Object != nil {
		use.Texture = s.describe(bound)
	}
	return use
}

// describe returns the size and format of a texture, or nil if it does not exist.
func (s *scope) describe(name uint64) *Texture {
	n := s.find("texture", name)
	if n == nil {
		return nil
	}
	t := object{viewOf: &viewOf{builder: s.builder, is: s.share}, name: name, is: n}.texture()
	return &t
}

// BufferUse is a buffer that a block of the program reads or writes.
type BufferUse struct {
	Name    string `json:"name,omitempty"` // of the block
	Target  string `json:"target"`
	Binding int64  `json:"binding"`
	Object  *Link  `json:"object,omitempty"`
	Offset  int64  `json:"offset"`
	Size    int64  `json:"size"` // 0 for the whole buffer
}

// uniformBuffers returns the buffers of the programs' uniform blocks, and those for shader storage.
func (s *scope) uniformBuffers() []BufferUse {
	out := []BufferUse{}
	names, _ := s.inUse()
	for _, name := range names {
		if p := s.program(name); p.is != nil {
			for _, b := range p.program(0).Blocks {
				out = append(out, s.buffer(cmp.Or(b.Name, "block "+strconv.FormatInt(b.Index, 10)), "GL_UNIFORM_BUFFER", b.Binding))
			}
		}
	}
	for _, target := range []string{"GL_SHADER_STORAGE_BUFFER", "GL_ATOMIC_COUNTER_BUFFER"} {
		if all := s.context.at(word("indexed buffers"), word(target)); all != nil && len(names) > 0 {
			for _, k := range s.sorted(all, all) {
				if use := s.buffer("", target, k.number); use.Object != nil {
					out = append(out, use)
				}
			}
		}
	}
	return out
}

func (s *scope) buffer(name, target string, binding int64) BufferUse {
	at := s.context.at(word("indexed buffers"), word(target), number(binding))
	return BufferUse{Name: name, Target: target, Binding: binding, Object: s.link("buffer", uint64(at.whole("buffer"))), Offset: at.whole("offset"), Size: at.whole("size")}
}
