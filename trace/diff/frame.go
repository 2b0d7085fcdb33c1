package diff

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// endFrame compares the frames that a swap ends in A and in B.
func (c *comparison) endFrame(l *lane, s *file.Span, i int, sb *file.Span, ib int) error {
	out := Frame{A: s.Frame(i), B: sb.Frame(ib), Thread: l.thread, Calls: l.calls, Different: l.different}
	l.calls, l.different = 0, 0
	if out.A < 0 || out.B < 0 || out.A >= len(c.a.frames) || out.B >= len(c.b.frames) {
		return nil
	}
	a, b := &c.a.frames[out.A], &c.b.frames[out.B]
	out.TimeA, out.TimeB = a.Duration, b.Duration
	if !c.counted(out.A) {
		return nil
	}
	c.missingFrameImage(out.A, a, b)
	if a.Image >= 0 && b.Image >= 0 {
		result, err := c.compareImages(pairOfImages{frame: out.A, draw: -1, a: a.Image, b: b.Image})
		if err != nil {
			return err
		}
		out.Image = result
	}
	c.report.Frames = append(c.report.Frames, out)
	return nil
}
