package report

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// mostPageText is the maximum length of the text of a call.
const mostPageText = 400

// pageFrame returns a frame with the calls of its thread.
func pageFrame(ctx context.Context, f *file.File, n int) (PageFrame, error) {
	one := f.Frames()[n]
	p := PageFrame{Picture: picture(f, n), Draws: one.Draws, Took: FormatDuration(max(one.Duration, 0))}
	words, open := calltext.NewFormatter(f.Payload), 0
	for c, err := range file.CallsWithErrors(f, one.First, one.Last+1) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return p, err
		}
		if c.Thread != one.Thread || c.Frame != n {
			continue
		}
		if p.Calls++; len(p.Lines) == mostPageCalls {
			p.Missing++
			continue
		}
		push := isPush(c.Call)
		if isPop(c.Call) {
			open = max(open-1, 0)
		}
		p.Lines = append(p.Lines, pageLine(words, &c, open, push))
		if push {
			open++
		}
	}
	return p, nil
}

func pageLine(words *calltext.Formatter, c *file.CallWithError, open int, push bool) PageLine {
	const deepest = 12
	l := PageLine{Index: c.Index, Took: "-", Text: words.Line(c.Call), Indent: min(open, deepest), Draw: c.Function.IsDraw(), Group: push, Error: ErrorName(c)}
	if c.Duration != file.Untimed {
		l.Took = FormatDuration(c.Duration)
	}
	if c.Synthetic() {
		l.Text = "[recorder] " + l.Text
	}
	if len(l.Text) > mostPageText {
		l.Text = l.Text[:mostPageText] + "..."
	}
	l.Text = validUTF8(l.Text)
	return l
}
