package apitrace

import (
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// importForm is how a parameter is converted.
type importForm uint8

const (
	scalarForm    importForm = iota
	importText               // data: a text
	importTexts              // data: texts, each with a zero at its end
	importNumbers            // data: numbers or handles
	importBytes              // data: bytes
	importPixels             // data: pixels
)

// importParam is how a parameter or the result is converted.
type importParam struct {
	form   importForm
	cell   tracepb.Cell
	size   int  // of an element in bytes
	out    bool // the driver writes the data
	whole  bool // the trace has more than what the driver wrote
	offset pointerKind
}

// importPlan is how the calls of a function are converted; the last parameter is the result.
type importPlan struct {
	known      bool
	defined    bool // a batch defines the function
	id         uint32
	definition *tracepb.Function // nil for a function of apitrace
	layout     format.Layout
	params     []importParam
	result     *importParam
	rule       importRule
}

// newImportPlan returns the plan of a function. definition is nil if the recording cannot have it.
func newImportPlan(name string, definition []byte, id uint32) (*importPlan, error) {
	rule, ruled := importRuleOf(name, file.IsDraw(name))
	p := &importPlan{known: definition != nil || ruled && !isOf(name), id: id, rule: rule}
	if definition == nil {
		return p, nil
	}
	p.definition = &tracepb.Function{}
	if err := proto.Unmarshal(definition, p.definition); err != nil {
		return nil, err
	}
	p.definition.Id = id
	p.layout = format.LayoutOf(p.definition)
	for i, q := range p.definition.GetParameters() {
		one := newImportParam(q)
		one.offset, one.whole = pointerKindOf(name, q.GetName()), isWholeArray(name, q.GetName())
		if one.form == importBytes && pixelFunctions[name] && i == len(p.definition.GetParameters())-1 {
			one.form = importPixels
		}
		p.params = append(p.params, one)
	}
	if q := p.definition.GetResult(); q != nil {
		one := newImportParam(q)
		p.result = &one
	}
	return p, nil
}

func newImportParam(q *tracepb.Parameter) importParam {
	p := importParam{cell: q.GetCell(), out: q.GetOut()}
	element := strings.TrimPrefix(q.GetElement(), "const ")
	if element == "" {
		return p
	}
	var cell tracepb.Cell
	p.size, cell = calltext.Element(element)
	switch {
	case calltext.IsText(element) && strings.HasSuffix(element, "*"):
		p.form = importTexts
	case calltext.IsText(element), element == "GLubyte" && q.GetName() == "":
		p.form = importText
	case strings.HasPrefix(element, "EGL") && cell == tracepb.Cell_CELL_NONE: // handles
		p.form, p.size, p.cell = importNumbers, 8, tracepb.Cell_CELL_ULONG
	case cell == tracepb.Cell_CELL_NONE:
		p.form = importBytes
	default:
		p.form, p.cell = importNumbers, cell
	}
	return p
}
