package format

import (
	"errors"
	"fmt"
)

// ErrMagic is the error for data that is not a recording.
var ErrMagic = errors.New("not a recording: no GLTRACE header")

// errVersion is the error for a recording of another version of the format.
var errVersion = errors.New("unsupported version of the recording format: this version of gleslayergen reads only version 1")

// ErrCut is the error for an incomplete last chunk: its writer ended early, or is still writing.
var ErrCut = errors.New("truncated recording")

// Damaged is the error for a chunk with invalid content.
type Damaged struct {
	Offset int64 // of the header in the file
	Size   int64 // of header and body; 0 if unknown, so that reading cannot continue
	Why    string
}

func (e *Damaged) Error() string { return fmt.Sprintf("the chunk at byte %d %s", e.Offset, e.Why) }
