package apitrace

import "fmt"

// Call is a call in an apitrace trace.
type Call struct {
	No     int
	Thread uint32 // apitrace's number, from 0
	Name   string
	Args   []Arg
	Result Value // Nothing if there is none
	Fake   bool  // made by apitrace
}

// Arg is an argument with its name.
type Arg struct {
	Name string
	Value
}

// ValueKind is the kind of a Value.
type ValueKind uint8

// The kinds of values.
const (
	Nothing ValueKind = iota
	Number            // Bits: also of constants, handles and addresses; 0 for NULL
	Float             // Float
	Text              // Text
	Data              // Text: bytes
	List              // Items; also for a pointer to one value
)

// Value is an argument or a result.
type Value struct {
	Kind  ValueKind
	Bits  uint64
	Float float64
	Text  string
	Items []Value
}

// String formats the value for messages.
func (v Value) String() string {
	switch v.Kind {
	case Number:
		return fmt.Sprintf("%#x", v.Bits)
	case Float:
		return fmt.Sprint(v.Float)
	case Text, Data:
		return fmt.Sprintf("%.60q", v.Text)
	case List:
		return fmt.Sprint(v.Items)
	}
	return "nothing"
}
