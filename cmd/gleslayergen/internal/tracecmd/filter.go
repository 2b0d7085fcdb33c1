package tracecmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// filterFlags are the flags that select calls.
type filterFlags struct {
	functions []string
	argument  string
	frames    string
	calls     string
	contexts  []uint
	threads   []uint
	errors    bool
}

func (f *filterFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.functions, "function", nil, "only calls of functions that match one of these `PATTERNS`, which commas separate and which can contain * and ?; !PATTERN excludes functions (repeatable)")
	flags.StringVar(&f.argument, "argument", "", "only calls with this `TEXT` in a printed argument or result; upper and lower case are equal")
	flags.StringVar(&f.frames, "frames", "", framesHelp)
	flags.StringVar(&f.calls, "calls", "", callsHelp)
	flags.UintSliceVar(&f.contexts, "context", nil, "only calls in contexts with these `NUMBERS`")
	flags.UintSliceVar(&f.threads, "thread", nil, "only calls of threads with these `NUMBERS`")
	flags.BoolVar(&f.errors, "errors", false, "only calls that caused a GL error; requires a recording that was made with --errors")
	if err := cmd.RegisterFlagCompletionFunc("function", completeFunctions); err != nil {
		panic(err)
	}
}

// filter returns the filter, or an error about a flag.
func (f *filterFlags) filter() (report.Filter, error) {
	out := report.Filter{Functions: registry.SplitPatterns(f.functions), Argument: f.argument, Contexts: numbers(f.contexts), Threads: numbers(f.threads), Errors: f.errors}
	var err error
	if out.From, out.To, err = bounds("frames", f.frames); err != nil {
		return out, err
	}
	if f.calls != "" {
		if out.Calls, err = inBounds("calls", f.calls); err != nil {
			return out, err
		}
	}
	if _, err := out.Matcher(nil); err != nil {
		return out, ui.Usage("--function", err.Error(), "for example: --function 'glDraw*'")
	}
	return out, nil
}

func numbers(list []uint) (out []uint32) {
	for _, n := range list {
		out = append(out, uint32(min(n, 1<<32-1)))
	}
	return out
}
