// Package events reads the traces of apitrace: calls with their arguments, as apitrace's docs/FORMAT.markdown describes them.
//
// Input is untrusted: the memory in use has limits, and invalid data is an error, never a panic.
package events

// Magic begins a trace whose chunks are compressed with snappy. Each chunk has its compressed size first.
const Magic = "at"

// Version is the newest version of the format. Older ones, down to Oldest, lack properties and flags, and version 4 has no
// backtraces.
const (
	Version = 6
	Oldest  = 4
)

// Codes of events.
const (
	Enter = 0
	Leave = 1
)

// Codes of the details of an event.
const (
	EndDetail       = 0
	ArgDetail       = 1
	ResultDetail    = 2
	BacktraceDetail = 4
	FlagsDetail     = 5
)

// Fake is the flag of a call that apitrace adds.
const Fake = 1

// Codes of values.
const (
	NullValue     = 0
	FalseValue    = 1
	TrueValue     = 2
	NegativeValue = 3
	UintValue     = 4
	FloatValue    = 5
	DoubleValue   = 6
	StringValue   = 7
	BlobValue     = 8
	EnumValue     = 9
	BitmaskValue  = 10
	ArrayValue    = 11
	StructValue   = 12
	PointerValue  = 13
	ReprValue     = 14
	WideValue     = 15
)
