package restore

import (
	"errors"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Target makes the calls.
type Target interface {
	// Make makes a call that is not in the recording.
	Make(c *Call)

	// Repeat makes a call of the recorder again.
	Repeat(c *file.Call) error

	// Share returns the number of the share group of a context.
	Share(context uint32) uint32
}

// Call is a call that is not in the recording.
type Call struct {
	At       *file.Call // the call of the recording before which it is made, on the same thread
	Function string
	Result   any // nil if there is none; otherwise as the value of an argument
	Args     []Arg
}

// Arg is an argument. Its value is an int, uint64, float32, string, []int, []string, []any, [Enum], [Address] or [Blob].
type Arg struct {
	Name  string
	Value any
}

// Enum is the value of an enum with its name.
type Enum struct {
	Name  string
	Value uint64
}

// Address is an address or an offset into a buffer; 0 is a null pointer.
type Address uint64

// Blob is data that a pointer refers to.
type Blob []byte

// Restorer restores the state of the contexts of a recording.
type Restorer struct {
	file       *file.File
	target     Target
	formatter  *calltext.Formatter
	contexts   map[uint32]*restored // those whose state is not complete
	captured   map[uint32]bool      // share groups whose objects were restored
	generated  map[object]bool      // restored objects
	layers     map[member]bool      // restored textures with three dimensions
	remembered int
	err        error
}

// member identifies an object of a share group.
type member struct {
	share uint32
	name  uint64
}

// New returns a Restorer for a recording.
func New(f *file.File, to Target) *Restorer {
	return &Restorer{file: f, target: to, formatter: calltext.NewFormatter(f.Payload), contexts: map[uint32]*restored{}, captured: map[uint32]bool{},
		generated: map[object]bool{}, layers: map[member]bool{}}
}

// mostRemembered is the maximum number of values that are kept; programs have a hundredth of that.
const mostRemembered = 1 << 20

var errRemembered = errors.New("the recording has too much state from before it to be restored")

// remember counts values that are kept. Too many are an error.
func (x *Restorer) remember(n int) {
	if x.remembered += n; x.remembered > mostRemembered {
		x.err = errRemembered
	}
}

func (x *Restorer) call(c *file.Call, function string, result any, args ...Arg) {
	x.target.Make(&Call{c, function, result, args})
}

// symbol returns argument i of a call as the value of an [Arg].
func (x *Restorer) symbol(c *file.Call, i int) any {
	if name := x.formatter.Symbol(c, i, c.Args[i].Bits); name != "" {
		return Enum{name, c.Args[i].Bits}
	}
	return c.Args[i].Bits
}
