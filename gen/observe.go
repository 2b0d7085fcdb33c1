package gen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/registry"
)

// observed is how an observer gets a value of a command.
type observed struct {
	Value
	kind    observedKind
	size    csyntax.Expr // of what is copied, in bytes; of text, the most; the number of texts
	lengths csyntax.Expr // of texts; null if they end at zero bytes
}

// observedKind is the form of an observed value.
type observedKind int

const (
	observedNumber  observedKind = iota
	observedAddress              // a pointer to data whose size does not follow from the arguments
	observedMemory               // an address, and what it points to unless it is an offset into a buffer
	observedBytes
	observedArray
	observedText
	observedTexts
)

// copied reports whether the data behind a pointer is copied.
func (o observed) copied() bool { return o.kind >= observedMemory }

// longestText is the number of bytes up to which a text is read that ends at a zero byte.
const longestText = 1 << 15

// resolveObserved determines how observers get the result and the arguments of each observed command.
func (p *Plan) resolveObserved(r *registry.Registry) error {
	if !p.observes() {
		return nil
	}
	var err error
	if p.several, err = record.SeveralValues(r); err != nil {
		return err
	}
	p.texels = texels{Packed: record.Formats(r, "packed"), Components: record.Formats(r, "format"), Types: record.Formats(r, "type")}
	for _, c := range p.Hooked(HookObserve) {
		rc, _ := r.Command(c.Name)
		c.observed = []observed{observeResult(c)}
		for i, v := range c.Params {
			size, err := record.SizeOf(r, rc, i)
			if err != nil {
				return err
			}
			c.observed = append(c.observed, observeParam(v, size))
		}
	}
	return nil
}

// resultName is the name of the variable in C with the result of a command.
const resultName = "ret_"

func observeResult(c *Command) observed {
	v := c.Result
	v.Name = resultName
	if v.Class == classPointer && v.Const() && (v.Element() == "const char" || v.Element() == "const GLubyte") {
		return observed{Value: v, kind: observedText, size: csyntax.Int(longestText)}
	}
	return observed{Value: v, kind: addressOf(v)}
}

// addressOf returns the form of a value that is not copied.
func addressOf(v Value) observedKind {
	if v.isPointer() || v.GoType == "Ptr" {
		return observedAddress
	}
	return observedNumber
}

// observedFunctions are the functions in sizes of the recorder that observers have, too.
var observedFunctions = strings.NewReplacer("trace_filled", "layer_filled", "trace_least", "layer_least", "trace_each", "layer_each")

func observeParam(v Value, size record.Size) observed {
	o := observed{Value: v, kind: addressOf(v)}
	if n := memorySize(v, size); n != "" {
		o.kind, o.size = observedMemory, n
		return o
	}
	if size.Kind == "texts" {
		o.kind, o.size, o.lengths = observedTexts, size.Args[0], size.Args[1]
		return o
	}
	if size.Kind == "count" {
		size = record.Size{Kind: "elements", Args: []csyntax.Expr{csyntax.Int(1)}}
	}
	if o.kind != observedAddress || v.Class == classDeep || len(size.Args) == 0 {
		return o
	}
	n := csyntax.Expr(observedFunctions.Replace(string(size.Args[0])))
	if strings.Contains(string(n), "trace_") || slices.Contains(words(n), "result") {
		return o // it depends on the state of the context
	}
	element := csyntax.SizeofTarget(csyntax.Expr(v.Name))
	if v.GoType == "Ptr" {
		element = csyntax.Int(1)
	}
	switch size.Kind {
	case "text":
		o.size = csyntax.Call("layer_text", csyntax.Cast("int64_t", csyntax.Parens(n)))
	case "written_text":
		o.size = csyntax.Call("layer_array", n, csyntax.Int(1))
	case "elements":
		o.size = csyntax.Call("layer_array", n, element)
	case "bytes", "buffer":
		o.size = csyntax.Call("layer_array", n, csyntax.Int(1))
	case "named":
		o.size = csyntax.Call("layer_array", csyntax.Call("layer_values", n), element)
	case "attribs":
		o.size = csyntax.Call("layer_attribs", csyntax.Expr(v.Name), element, n)
	default:
		return o
	}
	switch {
	case size.Kind == "text" || size.Kind == "written_text":
		o.kind = observedText
	case v.GoType == "Ptr":
		o.kind = observedBytes
	default:
		o.kind = observedArray
	}
	return o
}

// memorySize returns the size of pixels, of compressed images and of indices, whose pointer is an offset if a buffer is bound.
func memorySize(v Value, size record.Size) csyntax.Expr {
	data := csyntax.Expr(v.Name)
	switch a := size.Args; size.Kind {
	case "pixels":
		return csyntax.Call("layer_pixels", data, csyntax.Array("int64_t", a[0], a[1], a[2]), csyntax.Call("layer_texel", a[3], a[4]), csyntax.Expr(pick(v.Const(), "LAYER_UNPACK", "LAYER_PACK")), a[5])
	case "image":
		return csyntax.Call("layer_image_bytes", data, a[0])
	case "indices":
		return csyntax.Call("layer_indices", data, a[0], a[1])
	}
	return ""
}

// texels are tables of the sizes of texels.
type texels struct {
	Packed     []record.NumberRow // bytes of a texel, by type
	Components []record.NumberRow // by format
	Types      []record.NumberRow // bytes of a component
}

// words returns the names in an expression.
func words(code csyntax.Expr) []string {
	return strings.FieldsFunc(string(code), func(r rune) bool { return r != '_' && (r < '0' || r > 'z' || r > '9' && r < 'A' || r > 'Z' && r < 'a') })
}

// copies returns the values of a command whose data is copied.
func (c *Command) copies() []observed {
	return slices.DeleteFunc(slices.Clone(c.stored()), func(o observed) bool { return !o.copied() })
}

// observeWords returns what is stored of a call: the bits of the arguments, and of the result if there is one.
func observeWords(c *Command) string {
	var list []csyntax.Expr
	for _, o := range c.stored() {
		list = append(list, cToBits(o.Value, csyntax.Expr(o.Name)))
	}
	return csyntax.List(list)
}

// stored returns the arguments of a call, and then its result if it has one.
func (c *Command) stored() []observed {
	if c.Void() {
		return c.observed[1:]
	}
	return append(slices.Clone(c.observed[1:]), c.observed[0])
}

// copiedKinds are the names in C.
var copiedKinds = map[observedKind]csyntax.Expr{
	observedMemory: "LAYER_BYTES", observedBytes: "LAYER_BYTES", observedArray: "LAYER_BYTES", observedText: "LAYER_TEXT", observedTexts: "LAYER_TEXTS",
}

// observeCopies returns the data that is copied of a call.
func observeCopies(c *Command) string {
	var list []csyntax.Expr
	for _, o := range c.copies() {
		list = append(list, csyntax.Braces(csyntax.Cast("const void *", csyntax.Expr(o.Name)), o.size, copiedKinds[o.kind], cmp.Or(o.lengths, csyntax.Null), csyntax.Int(0)))
	}
	return csyntax.List(list)
}
