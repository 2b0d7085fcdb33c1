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

// opened is a recording; where there is none, the error says what would make one.
func opened(ctx context.Context, path string) (*file.File, error) {
	f, err := file.OpenContext(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = noRecording(path)
	case errors.Is(err, format.ErrMagic):
		err = ui.WithHint(err, recordHint)
	case errors.As(err, new(*fs.PathError)):
		err = fmt.Errorf("%s: cannot be read: %w", path, ui.WithoutPath(err))
	}
	return f, err
}

// openRecording opens a recording, and tells what is wrong with it.
func openRecording(ctx context.Context, e *ui.Env, path string) (*file.File, error) {
	f, err := opened(ctx, path)
	if err != nil {
		return nil, err
	}
	if f.Cut() > 0 {
		e.Notef("note: the recording breaks off; its last %d bytes are no whole part", f.Cut())
	}
	if t := f.Totals(); t.Dropped+t.Lost > 0 {
		e.Notef("note: calls are missing: %d that the recorder had no room for, %d that were lost otherwise", t.Dropped, t.Lost)
	}
	if t := f.Totals(); t.Damaged > 0 {
		e.Notef("note: %s damaged, and left out", were(t.Damaged, "part"))
	}
	printGaps(e, f.Gaps())
	return f, nil
}

// printGaps says where calls are missing, as long as that is no long list.
func printGaps(e *ui.Env, gaps []file.Gap) {
	const most = 5
	for i, g := range gaps {
		if i == most {
			e.Notef("note: and in %s more", ui.Count(len(gaps)-most, "place"))
			return
		}
		e.Notef("note: missing before call %d: %s of thread %d", g.Before, ui.Count(int(g.Calls), "call"), g.Thread)
	}
}

func noRecording(path string) error {
	return ui.WithHint(fmt.Errorf("%s: there is no such file", path), recordHint)
}

const recordHint = "recordings are made with: gleslayergen trace record"

// span are the flags that choose frames or calls.
type span struct{ frames, calls string }

func (s *span) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.frames, "frames", "", "only these frames, from 0: `FROM-TO`, FROM-, or one")
	cmd.Flags().StringVar(&s.calls, "calls", "", "only these calls, from 0: `FROM-TO`, FROM-, or one")
}

// bounds reads FROM-TO: both count, and to is -1 where there is no end.
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
		return 0, 0, ui.Usage(fmt.Sprintf("--%s %q", flag, text), "no range", fmt.Sprintf("for example: --%s 10-20", flag))
	}
	return from, to, nil
}

// completeFunctions completes the name of a function, or a pattern that takes away.
func completeFunctions(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	before, name := "", start
	if rest, away := strings.CutPrefix(start, "!"); away {
		before, name = "!", rest
	}
	return ui.Prefixed(before, ui.Commands(registry.Builtin(), nil), name), cobra.ShellCompDirectiveNoFileComp
}

// completeRecording completes the first argument: a recording.
func completeRecording(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"gltrace"}, cobra.ShellCompDirectiveFilterFileExt
}
