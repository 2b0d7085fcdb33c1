package tracecmd

import (
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// show prints the report and writes the JUnit report. The error has the exit code of a replay that differs, or
// lacks calls.
func (r *replayRun) show() error {
	if err := r.flags.writeJUnit(r.report.Check, r.report.A); err != nil {
		return err
	}
	noteUnconfined(r.e, r.result)
	if r.flags.json {
		if err := r.e.PrintJSON(r.report); err != nil {
			return err
		}
	} else {
		r.print()
	}
	if r.report.Incomplete > 0 || len(r.report.Missing) > 0 || r.report.Check != nil && !r.report.Check.Equal {
		return ui.Quiet(ui.ExitDifferent)
	}
	return nil
}

func (r *replayRun) print() {
	notePlayed(r.e, r.report.LeftOut, r.report.Missing)
	if r.report.Check != nil {
		printDiff(r.e, r.report.Check)
	}
	s := r.report.Summary
	r.e.Printf("played: %s, %s", ui.Count(r.report.Calls, "call"), ui.Count(s.Frames, "frame"))
	if s.Frames > 0 {
		r.e.Printf(" in %s, %s a frame (median), at most %s", shortTime(s.Total), shortTime(s.Median), shortTime(s.Slowest))
	}
	r.e.Printf("; processor time %s\n", shortTime(time.Duration(r.report.Processor)))
	if n := r.report.Incomplete; n > 0 {
		r.e.Printf("incomplete: %s of the frames not played, so the exit code is %d\n", ui.Count(n, "call"), ui.ExitDifferent)
	}
	if n := len(r.report.Missing); n > 0 {
		r.e.Printf("incomplete: the driver lacks %s, so the exit code is %d\n", ui.Count(n, "function"), ui.ExitDifferent)
	}
}

// notePlayed prints which calls a replay did not make.
func notePlayed(e *ui.Env, leftOut []replay.LeftOut, missing []string) {
	for _, one := range leftOut {
		const most = 5
		names := one.Functions[:min(len(one.Functions), most)]
		e.Notef("note: not played, from call %d on: %s of %s: %s", one.First, ui.Count(one.Calls, "call"), strings.Join(names, ", "), one.Reason)
	}
	if len(missing) > 0 {
		e.Notef("note: not played, because the driver does not have them: %s", strings.Join(missing, ", "))
	}
}

// noteUnconfined prints what the system lets the player do that it does not need.
func noteUnconfined(e *ui.Env, r *replay.Result) {
	if len(r.Unconfined) > 0 {
		e.Notef("note: this system does not confine the player: %s", strings.Join(r.Unconfined, "; "))
	}
}

// shortTime returns a time with three digits.
func shortTime(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return d.Round(time.Microsecond / 10).String()
	case d < time.Second:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}
