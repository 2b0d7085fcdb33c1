package index

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Kind is what a function is to a viewer.
type Kind uint8

// The kinds. Most functions are Plain.
const (
	Plain Kind = iota
	Draw
	Swap
	Push   // of a debug group
	Pop    // of one
	Marker // a message that stands in the stream of calls
	Error  // the recorder's note of an error
)

// named are the functions of a kind, without the suffix of an extension.
var named = map[string]Kind{
	"glPushDebugGroup": Push, "glPushGroupMarker": Push,
	"glPopDebugGroup": Pop, "glPopGroupMarker": Pop,
	"glInsertEventMarker": Marker, "glDebugMessageInsert": Marker,
	file.ErrorFunction: Error,
}

// KindOf tells the kind of a function.
func KindOf(f *file.Function) Kind {
	switch {
	case f.IsDraw():
		return Draw
	case f.IsSwap():
		return Swap
	}
	return named[strings.TrimRight(f.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
}

// Kinds has the kind of each function, by ID.
type Kinds []Kind

// Of is the kind of a function; Plain, if nothing is known of it.
func (k Kinds) Of(id uint32) Kind {
	if int(id) >= len(k) {
		return Plain
	}
	return k[id]
}

// Any reports whether there are functions of a kind.
func (k Kinds) Any(kind Kind) bool { return slices.Contains(k, kind) }
