package index

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Kind distinguishes the functions that the viewer treats specially.
type Kind uint8

// The kinds. Most functions are Plain.
const (
	Plain Kind = iota
	Draw
	Swap
	Push   // opens a debug group
	Pop    // closes a debug group
	Marker // inserts a debug message
	Error  // the recorder's report of a GL error
)

// named maps names, without the suffix of an extension, to kinds.
var named = map[string]Kind{
	"glInsertEventMarker": Marker, "glDebugMessageInsert": Marker,
	file.ErrorFunction: Error,
}

// KindOf returns the kind of a function.
func KindOf(f *file.Function) Kind {
	switch {
	case f.IsDraw():
		return Draw
	case f.IsSwap():
		return Swap
	case f.OpensGroup():
		return Push
	case f.ClosesGroup():
		return Pop
	}
	return named[strings.TrimRight(f.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
}

// Kinds has the kind of each function, by ID.
type Kinds []Kind

// Of returns the kind of a function, or Plain if the function is unknown.
func (k Kinds) Of(id uint32) Kind {
	if int(id) >= len(k) {
		return Plain
	}
	return k[id]
}

// Any reports whether there are functions of a kind.
func (k Kinds) Any(kind Kind) bool { return slices.Contains(k, kind) }
