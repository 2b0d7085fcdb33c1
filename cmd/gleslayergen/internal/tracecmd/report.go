package tracecmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// reportFlags are the flags of trace report.
type reportFlags struct {
	out    string
	frames []string
	force  bool
}

func reportCmd(e *ui.Env) *cobra.Command {
	f := &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report FILE --out OUT.html",
		Short: "Write a recording as one HTML file to send",
		Long: `Writes an HTML file about a recording: a summary, the times of the frames, images of up to 12 frames, errors,
statistics by function, and the calls of some frames. The file contains everything that it shows, and loads
nothing from other places, so you can send it by mail.

--frames selects up to 20 frames whose calls are in the file, at most 4000 calls of each. Without it, the file
has the slowest frame after the first.

A recording contains the program's data. Look at the file before you send it.`,
		Example: `  gleslayergen trace report game.gltrace --out game.html
  gleslayergen trace report game.gltrace --out game.html --frames 0,100-102`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceReport(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to the file `OUT`")
	cmd.Flags().StringSliceVar(&f.frames, "frames", nil, "include the calls of the frames `A,B-C`; the first frame has the number 0")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace OUT if it exists")
	return cmd
}

func traceReport(ctx context.Context, e *ui.Env, flags *reportFlags, path string) error {
	switch {
	case flags.out == "":
		return ui.Usage("trace report", "--out is missing", "for example: --out report.html")
	case fsx.SameFile(flags.out, path):
		return ui.Usage("--out "+flags.out, "this file is the recording itself", "choose another file")
	}
	if _, err := os.Lstat(flags.out); err == nil && !flags.force {
		return ui.WithHint(fmt.Errorf("%s: already exists", flags.out), "choose another file; to replace this file, add --force")
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	frames, err := flags.list(f)
	if err != nil {
		return err
	}
	page, err := report.NewPage(ctx, f, path, frames)
	if err != nil {
		return err
	}
	counted := &counting{}
	err = ui.WriteWhole(flags.out, 0o600, func(w io.Writer) error {
		counted.Writer = w
		return page.Write(counted)
	})
	if err == nil {
		e.Notef("%s: %s with calls, %s", flags.out, ui.Count(len(page.Frames), "frame"), bytesText(counted.n))
	}
	return err
}

// list returns the frames of --frames, or nil if it is not given.
func (flags *reportFlags) list(f *file.File) (list []int, err error) {
	all := len(f.Frames())
	for _, text := range flags.frames {
		from, to, err := bounds("frames", text)
		switch {
		case err != nil:
			return nil, err
		case text == "" || from >= all || to >= all:
			return nil, ui.Usage(fmt.Sprintf("no frames %q", text), fmt.Sprintf("the recording has %s, numbered from 0", ui.Count(all, "frame")), statsHint)
		case to < 0:
			to = all - 1
		}
		if len(list)+to-from+1 > report.MostPageFrames {
			return nil, ui.Usage("--frames "+strings.Join(flags.frames, ","), fmt.Sprintf("more than %d frames", report.MostPageFrames), "choose fewer frames")
		}
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
	}
	return list, nil
}
