package devicecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/crash"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// symbolizeReport is the JSON of device symbolize.
type symbolizeReport struct {
	Schema  int             `json:"schema"`
	Entries []crash.Entry   `json:"entries"`
	Dropped int             `json:"dropped"` // older lines than these, of which there are too many
	Missing []crash.Missing `json:"missing"` // libraries of whose build there are no symbols
}

func symbolizeCmd(e *ui.Env, f *Flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "symbolize FILE|-",
		Short: "Say which lines the frames of a crash are",
		Long: `Reads a tombstone of Android, or lines of its log, from FILE or stdin, and prints what crashed with the
function and the line of each frame of libraries whose symbols are in a folder of --symbols. They are found by
their build id, as gleslayergen build leaves them in build/ABI/.debug; keep those of each build that you give
away. A trace that Go's runtime wrote has its lines already.

It needs llvm-symbolizer, of the package llvm or of an NDK; addr2line will do for C. No device is needed.`,
		Example: `  adb logcat -d | gleslayergen device symbolize -
  gleslayergen device symbolize tombstone_03 --symbols build --symbols ../other/build`,
		Args: ui.Args(1, 1, "FILE"),
	}
	var folders []string
	cmd.Flags().StringSliceVar(&folders, "symbols", []string{"build"}, "look for symbols in `DIR` and below it (repeatable)")
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
		missing, err := symbolize(cmd.Context(), e, args[0], report, folders)
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

// openCrash opens what is to be read.
func openCrash(e *ui.Env, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(e.In), nil
	}
	f, err := os.Open(name)
	if info, e := os.Stat(name); err == nil && e == nil && info.IsDir() {
		err = errors.Join(errors.New("not a file but a directory"), f.Close())
	}
	if err != nil {
		return nil, ui.WithHint(fmt.Errorf("%s: %w", name, ui.WithoutPath(err)), crashSources)
	}
	return f, nil
}

// crashSources is where crashes are to be had.
const crashSources = "give it a file of /data/tombstones, or the output of: adb logcat -d"

// symbolize fills in lines, if there is a frame that needs them.
func symbolize(ctx context.Context, e *ui.Env, name string, r *crash.Report, folders []string) ([]crash.Missing, error) {
	if len(r.Frames()) == 0 {
		if len(r.Entries) == 0 {
			return nil, ui.WithHint(fmt.Errorf("%s: no frame of a crash is in there", name), crashSources)
		}
		return []crash.Missing{}, nil
	}
	symbols, err := crash.FindSymbols(folders)
	if err != nil {
		return nil, ui.WithHint(err, "name the folders that gleslayergen build has filled, with --symbols")
	}
	tool, err := crash.FindSymbolizer(e.Machine.Getenv)
	if err != nil {
		return nil, err
	}
	return tool.Fill(ctx, r, symbols)
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
		e.Notef("note: %d older lines are left out", r.Dropped)
	}
	for _, m := range missing {
		e.Notef("note: no symbols of %s with build id %s", ui.OneLine(m.Library), m.BuildID)
	}
}
