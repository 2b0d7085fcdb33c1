package devicecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/crash"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// symbolizeReport is the JSON report of device symbolize.
type symbolizeReport struct {
	Schema  int             `json:"schema"`
	Entries []crash.Entry   `json:"entries"`
	Dropped int             `json:"dropped"` // number of older lines beyond the limit
	Missing []crash.Missing `json:"missing"` // libraries without symbols for their build id
}

func symbolizeCmd(e *ui.Env, f *Flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "symbolize FILE|-",
		Short: "Print the source lines of a crash",
		Long: `Reads an Android tombstone or log from FILE, or from standard input if FILE is "-". Prints the crash, and adds
the function and the source line to each stack frame in a library whose symbols are found. A stack trace of the
Go runtime already has source lines.

Symbols are searched by build ID in the directories of --symbols. "gleslayergen build" writes symbols to
build/ABI/.debug. Keep that directory for each build that you distribute.

llvm-symbolizer is required, from the package llvm or from an NDK. For layers in C, addr2line is enough. No
device is required.`,
		Example: `  adb logcat -d | gleslayergen device symbolize -
  gleslayergen device symbolize tombstone_03 --symbols build --symbols ../other/build`,
		Args: ui.Args(1, 1, "FILE"),
	}
	var dirs []string
	cmd.Flags().StringSliceVar(&dirs, "symbols", []string{"build"}, "search for symbols in `DIR` and its subdirectories (repeatable)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		in, err := openCrash(e, args[0])
		if err != nil {
			return err
		}
		defer in.Close()
		report, err := crash.Read(cmd.Context(), in)
		if err != nil {
			return ui.WithHint(fmt.Errorf("%s: %w", args[0], ui.WithoutPath(err)), crashSources)
		}
		missing, err := symbolize(cmd.Context(), e, args[0], report, dirs)
		if err != nil {
			return err
		}
		if f.json {
			return e.PrintJSON(symbolizeReport{1, report.Entries, report.Dropped, missing})
		}
		printCrash(e, report, missing)
		return nil
	}
	return cmd
}

// openCrash opens FILE, or stdin for -.
func openCrash(e *ui.Env, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(e.In), nil
	}
	f, err := os.Open(name)
	if info, e := os.Stat(name); err == nil && e == nil && info.IsDir() {
		err = errors.Join(errors.New("is a directory"), f.Close())
	}
	if err != nil {
		return nil, ui.WithHint(fmt.Errorf("%s: %w", name, ui.WithoutPath(err)), crashSources)
	}
	return f, nil
}

// crashSources says where to get a crash.
const crashSources = `give a tombstone (a file from /data/tombstones on the device), or a file with the output of "adb logcat -d"`

// symbolize fills in source lines, if a frame needs them.
func symbolize(ctx context.Context, e *ui.Env, name string, r *crash.Report, dirs []string) ([]crash.Missing, error) {
	if len(r.Frames()) == 0 {
		if len(r.Entries) == 0 {
			return nil, ui.WithHint(fmt.Errorf("%s: contains no stack frames of a crash", name), crashSources)
		}
		return []crash.Missing{}, nil
	}
	symbols, err := crash.FindSymbols(dirs)
	if err != nil {
		return nil, ui.WithHint(err, `give the directories that "gleslayergen build" wrote: --symbols DIR`)
	}
	tool, err := crash.FindSymbolizer(e.Machine.Getenv)
	if err != nil {
		return nil, err
	}
	return tool.Fill(ctx, r, symbols)
}

// CrashEntries returns the lines of a crash with source lines. Without a program that finds source lines, it returns the lines.
func CrashEntries(ctx context.Context, e *ui.Env, text string, dirs []string) ([]crash.Entry, error) {
	r, err := crash.Read(ctx, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	dirs = slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool { _, err := os.Stat(dir); return err != nil && dir == "build" })
	if len(r.Frames()) > 0 && len(dirs) > 0 {
		if _, err := symbolize(ctx, e, "the log", r, dirs); err != nil {
			e.Notef("note: no source lines: %v", err)
		}
	}
	return r.Entries, nil
}

// PrintCrashEntries prints the lines of a crash.
func PrintCrashEntries(e *ui.Env, entries []crash.Entry) {
	printCrash(e, &crash.Report{Entries: entries}, nil)
}

func printCrash(e *ui.Env, r *crash.Report, missing []crash.Missing) {
	for _, entry := range r.Entries {
		e.Printf("%s\n", ui.OneLine(entry.Text))
		if entry.Frame == nil {
			continue
		}
		for _, p := range entry.Frame.Places {
			e.Printf("        %s\n", ui.OneLine(p.String()))
		}
	}
	if r.Dropped > 0 {
		e.Notef("note: %d older lines are not shown", r.Dropped)
	}
	for _, m := range missing {
		id := "build ID " + m.BuildID
		if m.BuildID == "" {
			id = "no build ID"
		}
		e.Notef("note: no symbols found for %s (%s); give the directory of that build with --symbols DIR", ui.OneLine(m.Library), id)
	}
}
