package diff

import (
	"bytes"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

const getError = "glGetError"

// areUndefined reports whether the contents of memory that a pair of calls should have written are undefined, because both calls
// failed. ES 3.2, 2.3.1.
func (c *comparison) areUndefined(l *lane, p *calls, in *param, a, b int) bool {
	certain := l.checked || c.o.Placeholders && c.isZero(value(p.b, in.at))
	return failed(c.a.File, l.thread, a, certain) && failed(c.b.File, l.thread, b, certain)
}

// isZero reports whether data of B has only zeros, as the memory of a replay to which the driver wrote nothing.
func (c *comparison) isZero(b file.Value) bool {
	if captureOf(b) != tracepb.Capture_CAPTURE_DATA {
		return false
	}
	data, err := c.b.Payload(b.Data.Payloads)
	return err == nil && len(bytes.Trim(data, "\x00")) == 0
}

// failed reports whether the recording has a GL error of a call: what the recorder added, or the answer of glGetError in the next
// call. The latter can be that of an earlier call, unless the caller is certain that it is not: the program also called glGetError
// just before the call, or the driver wrote nothing. With the option errors, the recorder added the error to the call that caused it.
func failed(f *file.File, thread uint32, call int, certain bool) (found bool) {
	const mostCalls = 8 // that the recorder added
	certain = certain && !recordsErrors(f)
	err := threadCalls(f, thread, call+1, mostCalls, func(s *file.Span, i int) bool {
		switch name := s.Function(i).Name; {
		case name == file.ErrorFunction, name == getError && certain && isProgram(s, i):
			cells := s.Cells(i)
			found = len(cells) > 0 && uint32(cells[0]) != 0
			return false
		default:
			return !isProgram(s, i)
		}
	})
	return found && err == nil
}
