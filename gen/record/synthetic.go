package record

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/synthetic.tsv
var syntheticTable string

// Synthetic is a function that the recorder itself adds to a trace, such as a frame's image. It is not a command
// of the layer, but is recorded like one.
type Synthetic struct {
	Recording
	ID     int
	Name   string // gltrace.FrameImage
	Go     string // FrameImage
	Params []Value
}

// resolveSynthetic reads synthetic.tsv. The IDs follow those of the commands.
func (rec *Recorder) resolveSynthetic(firstID int, resolve Resolve) error {
	for _, row := range table.Rows("synthetic.tsv", syntheticTable, 5) {
		last := len(rec.Synthetic) - 1
		if last < 0 || rec.Synthetic[last].Go != row[0] {
			last++
			rec.Synthetic = append(rec.Synthetic, &Synthetic{ID: firstID + last, Name: "gltrace." + row[0], Go: row[0]})
		}
		ctype, err := registry.ParseCType(row[2])
		if err != nil {
			return err
		}
		v, err := resolve(registry.Param{Name: row[1], Group: strings.TrimSuffix(row[3], "-"), Type: ctype})
		if err != nil {
			return err
		}
		rec.Synthetic[last].Params = append(rec.Synthetic[last].Params, v)
	}
	for _, f := range rec.Synthetic {
		c := Command{ID: f.ID, Name: f.Name, Params: f.Params, Result: Value{Class: classVoid, Type: registry.CType{Base: "void"}}}
		f.Definition = definition(&c, f.captures())
		c.Params = slices.Clone(c.Params)
		for i, v := range c.Params {
			if isData(v) {
				c.Params[i].Name = "0" // the data is a payload; the cell is unused
			}
		}
		f.Cells, f.Layout, f.Units = cellsOf(&c)
	}
	return nil
}

// isData reports whether a parameter of a synthetic function is a pointer to data.
func isData(v Value) bool { return v.Type.IsPointer() }

// captures describes the data, which the recorder copies before it writes the record.
func (f *Synthetic) captures() []Capture {
	list := make([]Capture, len(f.Params)+1)
	for i, v := range f.Params {
		if isData(v) {
			list[i] = Capture{Size: "all of the data", Element: elementOf(v)}
		}
	}
	return list
}

// HasData reports whether the last parameter is data.
func (f *Synthetic) HasData() bool { return isData(f.Params[len(f.Params)-1]) }

// Last returns the index of the last parameter.
func (f *Synthetic) Last() int { return len(f.Params) - 1 }

var wordEnd = lazyregexp.New(`([a-z]|[A-Z]+)([A-Z][a-z])`)

// Constant returns the function's name as a C constant: FRAME_IMAGE for FrameImage, GPU_TIME for GPUTime.
func (f *Synthetic) Constant() string {
	return strings.ToUpper(wordEnd.ReplaceAllString(f.Go, "${1}_$2"))
}

// CParams returns the parameter list of the C function that writes the record. Data is copied before the call.
func (f *Synthetic) CParams() string {
	list := []string{csyntax.Declare(csyntax.Struct("trace_thread *"), "t_"), csyntax.Declare("uint64_t", "begin_")}
	for _, v := range f.Params {
		if !isData(v) {
			list = append(list, v.C)
		}
	}
	return csyntax.List(list)
}
