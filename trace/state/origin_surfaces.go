package state

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// writes returns what is known about the surfaces of a recording before its calls are evaluated.
func (s *State) writes(ctx context.Context, from int) (writes, error) {
	w := writes{swapped: map[uint64]int{}, from: from, live: -1, lastRead: -1}
	if err := s.findPreserved(ctx, &w); err != nil {
		return w, err
	}
	const last = 256 // of earlier frames, swaps of rarely drawn surfaces are not worth the search
	frames := s.file.Frames()
	for n := len(frames) - 1; n >= 0; n-- {
		if frames[n].Last >= from {
			continue
		}
		if w.swapped == nil || n < len(frames)-last && len(w.swapped) > 0 {
			break
		}
		c, err := s.file.Call(frames[n].Last)
		if err != nil {
			return w, err
		}
		if len(c.Args) > 1 && w.swapped[c.Args[1].Bits] == 0 {
			w.swapped[c.Args[1].Bits] = c.Index
		}
	}
	return w, nil
}

// Enums of EGL.
const (
	eglBufferAge    = 0x313D
	eglSwapBehavior = 0x3093
	eglPreserved    = 0x3094
)

// findPreserved determines whether the program may read what it drew before a swap.
func (s *State) findPreserved(ctx context.Context, w *writes) error {
	var relevant file.Set
	for _, f := range s.file.Functions() {
		if f.Name == "eglQuerySurface" || f.Name == "eglSurfaceAttrib" {
			relevant.Add(uint32(f.ID))
		}
	}
	for at := 0; at < s.file.Len() && !w.preserved; at += file.Block {
		if !s.file.MayCall(at/file.Block, relevant) {
			continue
		}
		for span, err := range s.file.Spans(at, at+file.Block) {
			if err != nil {
				return err
			}
			w.preserved = w.preserved || keepsContents(span)
		}
	}
	return ctx.Err()
}

// keepsContents reports whether a call queries the age of a buffer, or sets that swaps preserve it.
func keepsContents(span *file.Span) bool {
	for i := range span.Len {
		f := span.Function(i)
		if len(f.Params) != 4 {
			continue
		}
		attribute := span.Bits(i, 2)
		if f.Name == "eglQuerySurface" && attribute == eglBufferAge || f.Name == "eglSurfaceAttrib" && attribute == eglSwapBehavior && span.Bits(i, 3) == eglPreserved {
			return true
		}
	}
	return false
}
