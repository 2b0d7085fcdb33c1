package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/registry"
)

// RecorderOf returns what the layer's recorder needs; nil for a layer that does not record. It is not a method,
// so that no template sees it.
func RecorderOf(p *Plan) *record.Recorder { return p.recorder }

// resolveRecordings computes how each command with a hook of kind record is recorded, and each that the recorder
// itself calls.
func (p *Plan) resolveRecordings(r *registry.Registry) error {
	if len(p.Hooked(HookRecord)) == 0 {
		return nil
	}
	var list []record.Command
	for _, c := range p.recorded() {
		of := record.Command{ID: c.ID, Name: c.Name, Result: recordValue(r, c.Result)}
		for _, v := range c.Params {
			of.Params = append(of.Params, recordValue(r, v))
		}
		list = append(list, of)
	}
	var err error
	p.recorder, err = record.New(r, list, len(p.Commands), func(param registry.Param) (record.Value, error) {
		v, err := p.value(param)
		return recordValue(r, v), err
	})
	return err
}

func recordValue(r *registry.Registry, v Value) record.Value {
	out := record.Value{Name: v.Name, Type: v.ctype, C: v.C, Class: string(v.Class), Group: v.Group, Text: isText(v)}
	if v.reading.kind == "enum" || v.reading.kind == "bits" || v.reading.kind == "attribs" {
		out.Group, out.Bits = v.reading.group, v.reading.kind == "bits"
	}
	if g, ok := r.Group(out.Group); ok {
		out.Bits = out.Bits || g.Bitmask
	}
	return out
}

// recorded returns the commands with a function that records them.
func (p *Plan) recorded() []*Command {
	return p.filter(func(c *Command) bool { return c.Hook == HookRecord || record.NeedOf(c.Name) != record.NotNeeded })
}

// surfaced returns the recorded commands that take or return an EGL surface.
func (p *Plan) surfaced() []*Command {
	isSurface := func(v Value) bool { return v.CType == "EGLSurface" }
	return slices.DeleteFunc(p.recorded(), func(c *Command) bool { return !isSurface(c.Result) && !slices.ContainsFunc(c.Params, isSurface) })
}

// recordedPart returns a part of the recorded commands, by its number from 1.
func (p *Plan) recordedPart(number string) []*Command { return record.Part(p.recorded(), number) }

// Watched returns the commands whose hooks are always on: a recorder must know these calls when it starts.
func (p *Plan) Watched() []*Command {
	return p.filter(func(c *Command) bool { return c.Hook == HookRecord && record.NeedOf(c.Name) == record.NeedWatch })
}

// cBytes returns bytes as a C string. It uses octal escapes, which end after three digits whatever follows.
func cBytes(b []byte) string {
	var s strings.Builder
	s.WriteByte('"')
	for _, c := range b {
		switch {
		case c == '"' || c == '\\':
			s.WriteString("\\" + string(rune(c)))
		case c >= ' ' && c < 0x7F && c != '?':
			s.WriteByte(c)
		default:
			fmt.Fprintf(&s, "\\%03o", c)
		}
	}
	s.WriteByte('"')
	return s.String()
}
