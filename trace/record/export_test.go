package record

import (
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// SetStopTime makes tests of recorders that never end short; what it returns puts it back.
func SetStopTime(d time.Duration) func() {
	before := recorderStopTimeout
	recorderStopTimeout = d
	return func() { recorderStopTimeout = before }
}

// Medium is what a recording is written to.
type Medium = medium

// StartOn records to a medium of the test's.
func StartOn(conn *link.Conn, to Medium, path string) (*Recording, error) {
	out, err := newOutput(path, to)
	if err != nil {
		return nil, err
	}
	return begin(conn, out, &tracepb.Options{Recording: true}, 0)
}
