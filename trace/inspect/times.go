package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/timing"
)

// rounds is how often a frame is measured.
const rounds = 5

// Times returns the times of the draws and dispatches of a frame, in the order of their calls: medians of several rounds. The time of
// the GPU is that until glFinish returns. Number -1 is the part after the last swap.
func (i *Inspector) Times(ctx context.Context, number int) (rows []timing.Row, err error) {
	frames := i.file.Frames()
	call := i.file.Len() - 1
	switch {
	case number >= len(frames) || number < -1:
		return nil, fmt.Errorf("no frame %d: the recording has %d frames, numbered from 0", number, len(frames))
	case number >= 0:
		call = frames[number].Last
	case len(frames) > 0 && frames[len(frames)-1].Last == call:
		return []timing.Row{}, nil
	}
	err = i.with(ctx, call, func(ctx context.Context, fr *frame) (err error) {
		rows, err = i.times(ctx, fr)
		return err
	})
	return rows, err
}

func (i *Inspector) times(ctx context.Context, fr *frame) ([]timing.Row, error) {
	plan, err := timing.New(ctx, fr.part, timing.Finish, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	p := i.player
	p.OnReading = plan.Reading
	o := replay.Options{To: -1, First: fr.begin, Rounds: rounds, Requests: plan.Requests, Width: i.options.Width, Height: i.options.Height}
	if _, err := p.Play(ctx, fr.script.With(o)); err != nil {
		return nil, fr.refusal(err)
	}
	all, err := plan.Finished(timing.Options{By: timing.Draw, Rounds: rounds, Threshold: 0.1})
	rows := []timing.Row{}
	for _, row := range all {
		if row.Call >= fr.begin {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b timing.Row) int { return cmp.Compare(a.Call, b.Call) })
	if len(rows) == 0 {
		return rows, err
	}
	first := rows[0]
	for n := range rows {
		row := &rows[n]
		row.Frame, row.Pass, row.Draw, row.Call = fr.number, row.Pass-first.Pass, row.Draw-first.Draw, fr.call(row.Call)
	}
	return rows, err
}
