package diff

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// cursor is the position in the calls of a thread of B. It keeps no calls while another thread is compared: there can be many
// threads.
type cursor struct {
	from int        // index from which on the next call is searched
	span *file.Span // nil if it has to be read
	at   int        // of span: the present call
}

// next goes to the next call that the program made, and passes the calls of the recorder to other. It returns false at the end.
func (k *cursor) next(f *file.File, thread uint32, other func(s *file.Span, i int) error) (bool, error) {
	for {
		if k.span == nil || k.at+1 >= k.span.Len {
			s, err := f.ThreadSpan(thread, k.from)
			k.span, k.at = s, -1
			if s == nil || err != nil {
				return false, err
			}
		}
		k.at++
		k.from = k.span.First + k.at + 1
		if isProgram(k.span, k.at) {
			return true, nil
		}
		if err := other(k.span, k.at); err != nil {
			return false, err
		}
	}
}

// back makes next return the present call again.
func (k *cursor) back() { k.at, k.from = k.at-1, k.from-1 }

// release forgets the calls that were read. The present call must have been compared, or back called.
func (k *cursor) release() { k.span = nil }

// isProgram reports whether the program made a call.
func isProgram(s *file.Span, i int) bool {
	return s.Flags(i)&tracepb.CallFlag_FLAG_SYNTHETIC == 0 && !s.Function(i).IsOwn()
}

// threadCalls calls each for the calls of a thread, from a call on, until it returns false. It stops after a number of calls.
func threadCalls(f *file.File, thread uint32, from, most int, each func(s *file.Span, i int) bool) error {
	for n := 0; n < most; {
		s, err := f.ThreadSpan(thread, from)
		if s == nil || err != nil {
			return err
		}
		for i := range min(s.Len, most-n) {
			if !each(s, i) {
				return nil
			}
		}
		n, from = n+s.Len, s.First+s.Len
	}
	return nil
}
