package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Command is a command that the recorder records.
type Command struct {
	ID     int
	Name   string
	Params []Value
	Result Value
}

// Value is a parameter or a result.
type Value struct {
	Name  string // in C; "" for a result
	Type  registry.CType
	C     string // the C declaration
	Class string // how it is passed, as in ctypes.tsv: i32, f64, usize, pointer ...
	Group string // enum group
	Bits  bool   // the group is a bitmask
	Text  bool   // a pointer to text that is only read
}

// The classes that have no width.
const (
	classVoid     = "void"
	classUsize    = "usize"
	classPointer  = "pointer"
	classPointers = "pointers"
)

func (c *Command) void() bool { return c.Result.Class == classVoid }

// Recording is how the calls of a command are recorded. All code is C.
type Recording struct {
	Definition []byte // message Function of gltrace.proto
	Layout     string // a letter for each cell
	Cells      []Cell
	Units      int          // size of all cells, in units of 4 bytes
	Counts     []Count      // places for numbers that the program does not want
	In, Out    []Call       // that copy data, before the call and after it
	Failed     uint32       // parameters, a bit each, without data if the call failed
	Written    csyntax.Expr // the call succeeded; "" if that is unknown
	Actions    Actions

	Captures []Capture // of each parameter, then of the result

	Arguments []Argument   // of the player
	Stored    csyntax.Expr // the result as the player stores it in a register; "" if it does not
	Draw      Draw         // which client arrays the player provides
}

// Recorder is what the recorder of a layer needs.
type Recorder struct {
	Synthetic []*Synthetic
	Numbers   []*NumberTable

	registry   *registry.Registry
	recordings map[string]*Recording
	commands   []Command
}

// Resolve returns a parameter of a synthetic function as a Value.
type Resolve func(registry.Param) (Value, error)

// New returns the recorder for commands. The IDs of synthetic functions start at firstID.
func New(r *registry.Registry, commands []Command, firstID int, resolve Resolve) (*Recorder, error) {
	rec := &Recorder{registry: r, recordings: map[string]*Recording{}, commands: commands}
	for i := range commands {
		c := &commands[i]
		of, err := recordingOf(r, c)
		if err != nil {
			return nil, fmt.Errorf("recording of %s: %w", c.Name, err)
		}
		rec.recordings[c.Name] = of
	}
	if err := rec.resolveNumbers(); err != nil {
		return nil, err
	}
	return rec, rec.resolveSynthetic(firstID, resolve)
}

// Recording returns how a command is recorded, or nil if it is not.
func (rec *Recorder) Recording(command string) *Recording { return rec.recordings[command] }

// Definitions returns the definition of each function in a trace, by name.
func (rec *Recorder) Definitions() map[string][]byte {
	all := map[string][]byte{}
	for name, of := range rec.recordings {
		all[name] = of.Definition
	}
	for _, f := range rec.Synthetic {
		all[f.Name] = f.Definition
	}
	return all
}

// parts is the number of C files with recording functions, so that several compilers work at once.
const parts = 6

// Part returns one of six equal parts of the recorded commands, by its number from 1.
func Part[C any](recorded []C, number string) []C {
	n, _ := strconv.Atoi(number)
	return recorded[len(recorded)*(n-1)/parts : len(recorded)*n/parts]
}

func recordingOf(r *registry.Registry, c *Command) (*Recording, error) {
	rc, _ := r.Command(c.Name)
	of := &Recording{}
	of.Cells, of.Layout, of.Units = cellsOf(c)
	var err error
	if of.Captures, err = capturesOf(r, c, rc); err != nil {
		return nil, err
	}
	for i, d := range of.Captures {
		switch {
		case d.Copy.Function != "" && d.Out:
			of.Out = append(of.Out, d.Copy)
			if i < len(c.Params) {
				of.Failed |= 1 << i
			}
		case d.Copy.Function != "":
			of.In = append(of.In, d.Copy)
		}
	}
	if of.Written = written(c); of.Written == "" {
		of.Failed = 0
	}
	of.Definition = definition(c, of.Captures)
	of.Arguments, of.Stored = argumentsOf(r, c, of.Captures), storedOf(c)
	if of.Actions, err = actionsOf(r, c, rc); err != nil {
		return nil, err
	}
	of.Draw = drawOf(of.Actions)
	of.addCounts(c)
	return of, nil
}

// written returns a C expression that is true if a call succeeded. Most EGL commands return that. For OpenGL ES
// it is known only while errors are recorded.
func written(c *Command) csyntax.Expr {
	switch {
	case c.Result.Type.String() == "EGLBoolean":
		return "ret_"
	case strings.HasPrefix(c.Name, "gl"):
		return csyntax.Not(csyntax.Call("live_failed", "t_"))
	}
	return ""
}
