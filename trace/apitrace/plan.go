package apitrace

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// form is how a value is written.
type form uint8

const (
	intForm     form = iota // a number, or an enum with its name
	realForm                // float or double
	maskForm                // bits with their names
	handleForm              // an address, or a handle of EGL
	textForm                // data: a text
	textsForm               // data: an array of texts
	numbersForm             // data: an array of numbers
	handlesForm             // data: an array of handles or addresses
	blobForm                // data: a blob
)

// plan is how the parameters of a function are written; the last is the result.
type plan struct {
	key   string // of the signature
	names []string
	forms []form
	masks [][]named // names of the bits of a mask
	rule  *rule
}

// newPlan returns the plan of a function of a recording.
func newPlan(f *file.Function) *plan {
	p := &plan{rule: ruleOf(f)}
	for i := range f.Params {
		p.names = append(p.names, f.Params[i].Name)
		p.add(&f.Params[i])
	}
	if f.Result != nil {
		p.add(f.Result)
	}
	p.key = f.Name + "(" + strings.Join(p.names, ",")
	return p
}

func (p *plan) add(param *file.Param) {
	f := formOf(param)
	p.forms = append(p.forms, f)
	var names []named
	if f == maskForm {
		names = bitNames(param.Group)
	}
	p.masks = append(p.masks, names)
}

func formOf(p *file.Param) form {
	if p.Element != "" {
		return dataForm(p)
	}
	switch p.Cell {
	case tracepb.Cell_CELL_FLOAT, tracepb.Cell_CELL_DOUBLE:
		return realForm
	case tracepb.Cell_CELL_ULONG:
		if !calltext.IsNumber(p.Type) {
			return handleForm
		}
	}
	if p.Bits {
		return maskForm
	}
	return intForm
}

// dataForm returns the form of the data of a pointer.
func dataForm(p *file.Param) form {
	element := strings.TrimPrefix(p.Element, "const ")
	_, cell := calltext.Element(element)
	switch {
	case calltext.IsText(element) && strings.HasSuffix(element, "*"):
		return textsForm
	case calltext.IsText(element), element == "GLubyte" && p.Name == "":
		return textForm
	case calltext.Opaque(p), strings.HasSuffix(element, "*"):
		return handlesForm
	case cell == tracepb.Cell_CELL_NONE:
		return blobForm
	}
	return numbersForm
}

// bitNames returns the names of the bits of a group, first those of several bits.
func bitNames(group string) (out []named) {
	for _, n := range registry.Builtin().GroupNames(group) {
		out = append(out, named{n.Name, n.Value})
	}
	slices.SortStableFunc(out, func(a, b named) int {
		if a.value == 0 || b.value == 0 { // apitrace expects the name of 0 first
			return cmp.Compare(a.value, b.value)
		}
		return cmp.Compare(bits.OnesCount64(b.value), bits.OnesCount64(a.value))
	})
	return out
}
