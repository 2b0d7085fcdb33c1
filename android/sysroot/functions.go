package sysroot

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed functions.tsv
var functionTable string

// Function is a function or a variable of Android's C library.
type Function struct {
	Name        string
	Library     string // libc, libm, libdl or liblog; crt for code that becomes part of the layer
	Header      string // such as sys/stat.h; "" if only compilers call it
	GOARCH      string // the only architecture that has it; "" for all
	Declaration string // in C, without the semicolon
}

// isVariable reports whether this is a variable.
func (f Function) isVariable() bool { return strings.HasPrefix(f.Declaration, "extern ") }

// nameForm matches the name in a declaration: before the parameters, or at the end for a variable.
var nameForm = lazyregexp.New(`(\w+)(?:\(|$)`)

// Functions returns all functions and variables, in the order of the table.
func Functions() []Function {
	return table.Must("functions.tsv", functionTable, 3, func(row []string) (Function, error) {
		f := Function{Library: row[0], Header: row[1], Declaration: row[2]}
		if arch, ok := strings.CutPrefix(f.Header, "-"); ok {
			f.Header, f.GOARCH = "", arch
		}
		name := nameForm.FindStringSubmatch(f.Declaration)
		if name == nil {
			return f, fmt.Errorf("no name in %q", f.Declaration)
		}
		f.Name = name[1]
		return f, nil
	})
}
