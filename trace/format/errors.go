package format

import (
	"errors"
	"fmt"
)

// ErrMagic says that something else than a recording was read.
var ErrMagic = errors.New("not a recording: no GLTRACE header")

// errVersion says that a recording is of another version of the format.
var errVersion = errors.New("unsupported version of the recording format")

// ErrCut says that the last chunk is not whole: whoever wrote it was ended, or still writes.
var ErrCut = errors.New("truncated recording")

// Damaged is a chunk that is not as it was written.
type Damaged struct {
	Offset int64 // of its header
	Size   int64 // of header and body; 0 where not even that is known, so that nothing can be read behind it
	Why    string
}

func (e *Damaged) Error() string { return fmt.Sprintf("the chunk at byte %d %s", e.Offset, e.Why) }
