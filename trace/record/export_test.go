package record

import (
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// SetStopTime changes the timeout for recorders that do not end and returns a function that restores it.
func SetStopTime(d time.Duration) func() {
	before := recorderStopTimeout
	recorderStopTimeout = d
	return func() { recorderStopTimeout = before }
}

// Medium is the file of a recording.
type Medium = medium

// StartOn records to a medium of a test.
func StartOn(conn *link.Conn, to Medium, path string) (*Recording, error) {
	out, err := newOutput(path, to)
	if err != nil {
		return nil, err
	}
	return begin(conn, out, &tracepb.Options{Recording: true}, 0, func(bool) []byte { return nil })
}
