package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// opened opens a recording. If there is none, the hint says how to make one.
func opened(ctx context.Context, path string) (*file.File, error) {
	limitMemory()
	f, err := file.OpenContext(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = noRecording(path)
	case errors.Is(err, format.ErrMagic):
		err = ui.WithHint(err, recordHint)
	case errors.As(err, new(*fs.PathError)):
		err = fmt.Errorf("%s: cannot open: %w", path, ui.WithoutPath(err))
	}
	return f, err
}

// openRecording opens a recording, and prints what is wrong with it.
func openRecording(ctx context.Context, e *ui.Env, path string) (*file.File, error) {
	f, err := opened(ctx, path)
	if err != nil {
		return nil, err
	}
	warnIncomplete(e, f)
	if f.Cut() > 0 {
		e.Notef("note: the recording is truncated: its last %d bytes are incomplete and are ignored", f.Cut())
	}
	if t := f.Totals(); t.Damaged > 0 {
		e.Notef("note: %s of the recording skipped", ui.Count(t.Damaged, "damaged part"))
	}
	printGaps(e, f.Gaps())
	for _, c := range f.Contexts() {
		if c.Desktop {
			e.Notef("note: context %d is OpenGL %d.%d: its calls are not recorded, because layers see only OpenGL ES", c.Number, c.Major, c.Minor)
		}
	}
	return f, nil
}

// noCall returns the error for a call that a recording does not have.
func noCall(n uint, f *file.File) error { return notInRecording("call", n, f.Len()) }

// noFrame returns the error for a frame that a recording does not have.
func noFrame(n int, f *file.File) error { return notInRecording("frame", n, len(f.Frames())) }

// notInRecording returns the error for a call, frame or draw that a recording does not have. count is the number of those it has.
func notInRecording[T int | uint](kind string, n T, count int) error {
	return ui.Usage(fmt.Sprintf("no %s %d", kind, n), fmt.Sprintf("the recording has %s, numbered from 0", ui.Count(count, kind)), statsHint)
}

const statsHint = "to see the frames and draws: gleslayergen trace stats FILE"

// printGaps prints where calls are missing, for the first gaps.
func printGaps(e *ui.Env, gaps []file.Gap) {
	const most = 5
	for i, g := range gaps {
		if i == most {
			e.Notef("note: calls are missing in %s", ui.Count(len(gaps)-most, "other place"))
			return
		}
		e.Notef("note: missing before call %d: %s of thread %d", g.Before, ui.Count(int(g.Calls), "call"), g.Thread)
	}
}

func noRecording(path string) error {
	return ui.WithHint(fmt.Errorf("%s: no such file", path), recordHint)
}

const recordHint = "to make a recording: gleslayergen trace record -- PROGRAM"

// framesHelp is the usage of --frames in the commands that read a recording.
const framesHelp = "only the frames `FROM-TO`, FROM- (to the end), or one NUMBER; the first frame has the number 0"

// callsHelp is the usage of --calls in these commands.
const callsHelp = "only the calls `FROM-TO`, FROM- (to the end), or one NUMBER; the first call has the number 0"

// span has the flags that select frames or calls.
type span struct{ frames, calls string }

func (s *span) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.frames, "frames", "", framesHelp)
	cmd.Flags().StringVar(&s.calls, "calls", "", callsHelp)
}

// bounds parses FROM-TO, both inclusive; to is -1 if there is no end.
func bounds(flag, text string) (from, to int, err error) {
	if text == "" {
		return 0, -1, nil
	}
	first, last, several := strings.Cut(text, "-")
	from, err = strconv.Atoi(first)
	to = from
	if err == nil && several {
		if to = -1; last != "" {
			to, err = strconv.Atoi(last)
		}
	}
	if err != nil || from < 0 || to != -1 && to < from {
		return 0, 0, ui.Usage(fmt.Sprintf("--%s %q", flag, text), "not a range", fmt.Sprintf("for example: --%s 10-20", flag))
	}
	return from, to, nil
}

// completeFunctions completes the name of a function, or a pattern that excludes it.
func completeFunctions(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	before, name := "", start
	if rest, away := strings.CutPrefix(start, "!"); away {
		before, name = "!", rest
	}
	return ui.Prefixed(before, ui.Commands(registry.Builtin(), nil), name), cobra.ShellCompDirectiveNoFileComp
}

// completeRecording completes the first argument, a recording.
func completeRecording(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"gltrace"}, cobra.ShellCompDirectiveFilterFileExt
}
