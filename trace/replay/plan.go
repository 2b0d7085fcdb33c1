package replay

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// form is how an argument is written.
type form uint8

const (
	numberForm   form = iota // a number
	objectForm               // the name or the handle of an object
	callbackForm             // the address of a function
	addressForm              // an address or a handle of the platform
	dataForm                 // data that the driver reads
	textForm                 // the same: a text
	textsForm                // the same: an array of texts
	wideForm                 // the same: an array of numbers with the size of a pointer
	listsForm                // the same: an array of lists of indices
	objectsForm              // the same: an array of names or handles
	outForm                  // memory that the driver writes
	newForm                  // the same: the names of new objects, or handles
)

// param is how a parameter or the result is written.
type param struct {
	form    form
	handle  bool // a handle, not a name
	unknown bool // memory whose size is unknown
	classes []choice
}

// plan is how the calls of a function of the recording are written.
type plan struct {
	id      uint16
	lacking string // why no call can be made; "" if calls can be made
	rows    []callRow
	params  []param
	result  param
	rule    *rule

	resolved []int // indices of the parameters that name an object or point at data
	arrays   []int // indices of those with the form objectsForm
	unknown  bool  // a pointer is to data of unknown size
	own      bool  // the function belongs to the recorder
	waits    bool  // its calls can wait for other threads
	deletes  bool  // it deletes objects
	creates  bool  // it returns new objects, even if their names existed before
}

const (
	unknownFunction   = "this version does not have the function"
	changedDefinition = "the function has other parameters in this version"
)

// newPlan returns the plan of a function of a recording; ids has the functions of the player.
func newPlan(f *file.Function, ids map[string]uint16) *plan {
	p := &plan{rows: rowsOf(f.Name, leftOuts), own: f.IsOwn(), waits: canWait(f.Name), deletes: deletes(f.Name), creates: createsObject(f.Name)}
	id, known := ids[f.Name]
	c, ok := registry.Builtin().Command(f.Name)
	switch {
	case !known || !ok:
		p.lacking = unknownFunction
		return p
	case !sameParameters(f, c):
		p.lacking = changedDefinition
		return p
	}
	p.id = id
	for i := range f.Params {
		q := paramOf(c, &c.Params[i], &f.Params[i])
		p.params = append(p.params, q)
		p.unknown = p.unknown || q.unknown
		if q.form == objectForm || q.form >= dataForm {
			p.resolved = append(p.resolved, i)
		}
		if q.form == objectsForm {
			p.arrays = append(p.arrays, i)
		}
	}
	if f.Result != nil {
		p.result = param{classes: choicesOf(f.Name+".return", &c.Return), handle: isHandle(&c.Return)}
	}
	return p
}

// sameParameters reports whether a function of a recording has the parameters and the result of the command.
func sameParameters(f *file.Function, c *registry.Command) bool {
	if len(f.Params) != len(c.Params) || len(f.Params) > maxArgs || (f.Result == nil) != c.Return.Type.IsVoid() {
		return false
	}
	for i := range f.Params {
		if f.Params[i].Name != c.Params[i].Name || f.Params[i].Type != c.Params[i].Type.String() {
			return false
		}
	}
	return f.Result == nil || f.Result.Type == c.Return.Type.String()
}

func paramOf(c *registry.Command, r *registry.Param, q *file.Param) param {
	p := param{classes: choicesOf(c.Name+"."+r.Name, r), handle: isHandle(r), unknown: q.Missing}
	switch {
	case q.Element != "":
		p.form = pointerForm(c, q, &p)
	case len(p.classes) > 0:
		p.form = objectForm
	case isFunction(r.Type):
		p.form = callbackForm
	case q.Cell == tracepb.Cell_CELL_ULONG && !calltext.IsNumber(q.Type):
		p.form = addressForm
	}
	return p
}

// pointerForm returns the form of a pointer to data.
func pointerForm(c *registry.Command, q *file.Param, p *param) form {
	element := strings.TrimPrefix(q.Element, "const ")
	p.handle = p.handle || len(p.classes) > 0 && wide[element] // EGLAttrib: a handle for some attributes
	switch {
	case q.Out && len(p.classes) > 0 && (p.handle || createsNames(c.Name)):
		return newForm
	case q.Out:
		return outForm
	case len(p.classes) > 0:
		return objectsForm
	case calltext.IsText(element) && strings.HasSuffix(element, "*"):
		return textsForm
	case calltext.IsText(element):
		return textForm
	case strings.HasSuffix(element, "*"):
		return listsForm
	case wide[element]:
		return wideForm
	}
	return dataForm
}

// wide has the types of numbers with the size of a pointer.
var wide = map[string]bool{"EGLAttrib": true, "EGLAttribKHR": true, "GLintptr": true, "GLsizeiptr": true}

// createsNames reports whether a function stores the names of new objects.
func createsNames(function string) bool {
	return strings.HasPrefix(function, "glGen") || strings.HasPrefix(function, "glCreate")
}

// createsObject reports whether the result or the array of a function has new objects, even if their names existed before.
func createsObject(function string) bool {
	return createsNames(function) || strings.HasPrefix(function, "eglCreate") || strings.HasPrefix(function, "glFenceSync") ||
		strings.HasPrefix(function, "glGet") && strings.Contains(function, "Handle")
}

func isFunction(t registry.CType) bool {
	found, ok := registry.Builtin().Type(t.Base)
	return ok && found.Kind == registry.FuncPointer
}
