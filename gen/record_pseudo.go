package gen

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// pseudoTable lists the recorder's own functions.
//
//go:embed data/pseudo.tsv
var pseudoTable string

// resolvePseudo makes a command of each function of the recorder's own: it is no command of the layer, and is recorded like
// one. Their numbers follow those of the commands.
func (p *Plan) resolvePseudo(r *registry.Registry) error {
	for _, row := range table.Rows("pseudo.tsv", pseudoTable, 5) {
		last := len(p.pseudo) - 1
		if last < 0 || p.pseudo[last].Go != row[0] {
			p.pseudo = append(p.pseudo, &Command{Go: row[0], Name: "gltrace." + row[0], Result: Value{Class: classVoid, CType: "void"}})
			last++
		}
		ctype, err := registry.ParseCType(row[2])
		if err != nil {
			return err
		}
		v, err := p.value(registry.Param{Name: row[1], Group: strings.TrimSuffix(row[3], "-"), Type: ctype})
		if err != nil {
			return err
		}
		p.pseudo[last].Params = append(p.pseudo[last].Params, v)
	}
	for i, c := range p.pseudo {
		c.ID, c.recording = len(p.Commands)+i, &recording{}
		c.spell()
		c.recording.Cells, c.recording.Layout, c.recording.Units = cellsOf(withoutData(c))
		c.recording.Definition = p.definition(r, c, pseudoCaptures(c))
	}
	return nil
}

// withoutData is a function with 0 in the place of pointers to data.
func withoutData(c *Command) *Command {
	bare := &Command{Params: slices.Clone(c.Params), Result: c.Result}
	for i, v := range bare.Params {
		if leadsToOwnData(v) {
			bare.Params[i].Name = "0"
		}
	}
	return bare
}

// leadsToOwnData reports whether a parameter of the recorder's own functions is data, and no handle.
func leadsToOwnData(v Value) bool { return strings.HasSuffix(v.CType, "*") }

// pseudoCaptures are those of data, which the recorder takes itself.
func pseudoCaptures(c *Command) []capture {
	list := make([]capture, len(c.Params)+1)
	for i, v := range c.Params {
		if leadsToOwnData(v) {
			list[i] = capture{words: "all of it", element: elementOf(v)}
		}
	}
	return list
}

// pseudoHasData reports whether the last parameter is data.
func pseudoHasData(c *Command) bool { return leadsToOwnData(c.Params[len(c.Params)-1]) }

// pseudoConstant is the name of a function of the recorder's own in C: FRAME_IMAGE of FrameImage.
func pseudoConstant(c *Command) string {
	var b strings.Builder
	for i, r := range c.Go {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}

// pseudoParams are the parameters of the C function that records one: data is taken before it is called.
func pseudoParams(c *Command) string {
	list := []string{"struct trace_thread *t_", "uint64_t begin_"}
	for _, v := range c.Params {
		if !leadsToOwnData(v) {
			list = append(list, v.C)
		}
	}
	return join(list)
}
