package tracecmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/trim"
)

// trimFlags are the flags of trace trim.
type trimFlags struct {
	frames string
	draws  string
	out    string
	replay bool // to verify the images
	json   bool
}

func trimCmd(e *ui.Env) *cobra.Command {
	f := &trimFlags{}
	cmd := &cobra.Command{
		Use:   "trim FILE --frames FROM-TO -o OUT",
		Short: "Write some frames or draws of a recording, with the earlier calls that they need",
		Long: `Writes a recording with the calls of some frames or draws, and the earlier calls that they need: those that
created objects, set the state that is in effect, and wrote contents that can still be read. The result is an
ordinary recording, which all trace commands read.

Earlier draws that later calls cannot read, swaps, replaced contents, deleted objects and overwritten state are
left out. A call whose effect is not known is kept. Times do not change; calls have new numbers.`,
		Example: `  gleslayergen trace trim game.gltrace --frames 100-109 -o part.gltrace
  gleslayergen trace trim game.gltrace --draws 5000 -o draw.gltrace`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceTrim(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringVar(&f.frames, "frames", "", "keep the frames `FROM-TO`, FROM- (to the end), or one NUMBER; the first frame has the number 0")
	cmd.Flags().StringVar(&f.draws, "draws", "", "keep the draws `FROM-TO`, FROM- (to the end), or one NUMBER; the first draw of the recording has the number 0")
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `OUT`, which must not exist")
	cmd.Flags().BoolVar(&f.replay, "verify", false, "replay both recordings on this machine, and fail if an image of the range differs, or if there is none")
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON")
	return cmd
}

// trimReport is the JSON report of trace trim.
type trimReport struct {
	Schema int    `json:"schema"`
	File   string `json:"file"`   // the trimmed recording
	Calls  int    `json:"calls"`  // of the recording
	Kept   int    `json:"kept"`   // calls of the trimmed recording
	Needed int    `json:"needed"` // those of them that precede the frames or draws
	Before int64  `json:"before"` // bytes
	After  int64  `json:"after"`

	Verified *trim.Check `json:"verified,omitempty"` // with --verify
}

func traceTrim(ctx context.Context, e *ui.Env, flags *trimFlags, path string) error {
	from, to, err := flags.check()
	if err != nil {
		return err
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := flags.calls(ctx, f, from, to)
	if err != nil {
		return err
	}
	var result trim.Result
	err = ui.WriteNew(flags.out, 0o600, func(w io.Writer) error {
		buffered := bufio.NewWriterSize(w, 1<<20)
		if result, err = trim.Trim(ctx, f, r, buffered); err != nil {
			return err
		}
		return buffered.Flush()
	})
	switch {
	case errors.Is(err, fs.ErrExist):
		return errExists(flags.out)
	case err != nil:
		return err
	}
	var check *trim.Check
	if flags.replay {
		check, err = flags.verify(ctx, e, f, r, from)
		switch {
		case err != nil && ctx.Err() != nil:
			return flags.removeUnverified(e, err)
		case err != nil:
			return fmt.Errorf("%s: written, but not verified: %w", flags.out, err)
		}
	}
	if err := reportTrimmed(e, flags, &result, check, from); err != nil {
		return err
	}
	return flags.verdict(check, from)
}

// removeUnverified removes the file of a verification that was interrupted, and returns the error.
func (flags *trimFlags) removeUnverified(e *ui.Env, interrupted error) error {
	if err := os.Remove(flags.out); err != nil {
		return errors.Join(interrupted, err)
	}
	e.Notef("gleslayergen: %s: removed, because it was not verified", flags.out)
	return interrupted
}

// check returns the numbers of the first and the last frame or draw, or an error about a flag.
func (flags *trimFlags) check() (from, to int, err error) {
	switch {
	case flags.frames == "" && flags.draws == "":
		return 0, 0, ui.Usage("trace trim", "--frames or --draws is missing", "for example: --frames 10-20")
	case flags.frames != "" && flags.draws != "":
		return 0, 0, ui.Usage("--frames", "cannot be combined with --draws", "choose one of them")
	case flags.out == "":
		return 0, 0, ui.Usage("trace trim", "--out is missing", "for example: -o part.gltrace")
	}
	if err := checkNew(flags.out); err != nil {
		return 0, 0, err
	}
	if flags.frames != "" {
		return bounds("frames", flags.frames)
	}
	return bounds("draws", flags.draws)
}

// calls returns the calls of the frames or draws.
func (flags *trimFlags) calls(ctx context.Context, f *file.File, from, to int) (r trim.Range, err error) {
	if flags.frames != "" {
		r, err = trim.Frames(f, from, to)
	} else {
		r, err = trim.Draws(ctx, f, from, to)
	}
	var not *trim.RangeError
	if errors.As(err, &not) {
		err = notInRecording(not.Kind, not.Number, not.Count)
	}
	return r, err
}

func reportTrimmed(e *ui.Env, flags *trimFlags, r *trim.Result, check *trim.Check, first int) error {
	if flags.json {
		return e.PrintJSON(trimReport{1, filepath.ToSlash(flags.out), r.Calls, r.Kept, r.Needed, r.Before, r.After, check})
	}
	e.Printf("%s: %s of %d, %d of them before the range; %s of %s\n", flags.out, ui.Count(r.Kept, "call"), r.Calls, r.Needed, bytesText(r.After), bytesText(r.Before))
	if check != nil {
		flags.reportCheck(e, check, first)
	}
	return nil
}
