package gen

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// class is how a value is passed in a call: its width and register kind. It decides the calling shape.
type class string

// The classes of ctypes.tsv, and those of pointers.
const (
	classVoid    class = "void"
	classUsize   class = "usize"
	classPointer class = "pointer"  // pointer to data that contains no pointers
	classDeep    class = "pointers" // pointer to pointers
)

// carrier is how cgo passes a class: the C type in the shape's signature, the Go expression to convert to it,
// and the letter in the shape's name.
type carrier struct {
	letter string
	c      string
	bytes  int // size; pointerSize for that of a pointer
	rank   int // order in the argument structure: 64 bits, pointers, 32, 16, 8 (design: offsets)
	bits   int // signedness of an integer in C, for the assertions; 0 for others
	signed bool
}

// pointerSize stands for the size of a pointer, which depends on the ABI.
const pointerSize = -1

// cSize returns the size as a C constant expression.
func (c carrier) cSize() csyntax.Expr {
	if c.bytes == pointerSize {
		return csyntax.Sizeof("void *")
	}
	return csyntax.Int(c.bytes)
}

// carriers is a table because each letter is one row of the calling convention.
var carriers = map[class]carrier{
	classVoid:    {letter: "v", c: "void"},
	"i64":        {letter: "l", c: "uint64_t", bytes: 8, rank: 0, bits: 64, signed: true},
	"u64":        {letter: "l", c: "uint64_t", bytes: 8, rank: 0, bits: 64},
	"f64":        {letter: "d", c: "double", bytes: 8, rank: 0},
	"isize":      {letter: "z", c: "uintptr_t", bytes: pointerSize, rank: 1, signed: true},
	classUsize:   {letter: "z", c: "uintptr_t", bytes: pointerSize, rank: 1},
	classPointer: {letter: "p", c: "uint8_t *", bytes: pointerSize, rank: 1},
	classDeep:    {letter: "q", c: "void *", bytes: pointerSize, rank: 1},
	"i32":        {letter: "i", c: "uint32_t", bytes: 4, rank: 2, bits: 32, signed: true},
	"u32":        {letter: "i", c: "uint32_t", bytes: 4, rank: 2, bits: 32},
	"f32":        {letter: "f", c: "float", bytes: 4, rank: 2},
	"i16":        {letter: "s", c: "int16_t", bytes: 2, rank: 3, bits: 16, signed: true},
	"u16":        {letter: "t", c: "uint16_t", bytes: 2, rank: 3, bits: 16},
	"i8":         {letter: "c", c: "int8_t", bytes: 1, rank: 4, bits: 8, signed: true},
	"u8":         {letter: "b", c: "uint8_t", bytes: 1, rank: 4, bits: 8},
}

//go:embed data/ctypes.tsv
var ctypesTable string

// baseType is a row of ctypes.tsv.
type baseType struct {
	name, c string
	class   class
	goType  string
}

var baseTypes = sync.OnceValue(readBaseTypes)

func readBaseTypes() map[string]baseType {
	out := map[string]baseType{}
	for _, row := range table.Rows("ctypes.tsv", ctypesTable, 5) {
		out[row[0]] = baseType{row[0], row[1], class(row[2]), row[3]}
	}
	return out
}

// typeOf resolves a C type to its class and its Go type (without package).
//
// Handles, function pointers, void * and the elements of void ** are integers in Go: an app may pass any
// number there, and a small number in a Go pointer crashes the process when a stack grows.
func (p *Plan) typeOf(t registry.CType) (class, string, error) {
	switch {
	case t.IsVoid():
		return classVoid, "", nil
	case t.Base == "void" && t.Pointers == 1:
		return classUsize, "Ptr", nil
	case t.Base == "void":
		return classPointer, strings.Repeat("*", t.Pointers-1) + "Ptr", nil
	}
	class, name, err := p.namedType(t.Base)
	if err != nil || t.Pointers == 0 {
		return class, name, err
	}
	if t.Pointers > 1 {
		return classDeep, strings.Repeat("*", t.Pointers) + name, nil
	}
	return classPointer, "*" + name, nil
}

func (p *Plan) namedType(name string) (class, string, error) {
	if t := p.types[name]; t != nil {
		return t.Class, t.Go, nil
	}
	if b, ok := baseTypes()[name]; ok {
		return b.class, b.goType, nil
	}
	return "", "", fmt.Errorf("C type %q: neither the registry nor ctypes.tsv defines it", name)
}
