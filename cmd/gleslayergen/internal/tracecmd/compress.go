package tracecmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// compressFlags are the flags of trace compress.
type compressFlags struct {
	out   string
	force bool
	json  bool
}

func compressCmd(e *ui.Env) *cobra.Command {
	f := &compressFlags{}
	cmd := &cobra.Command{
		Use:   "compress FILE",
		Short: "Compress a recording",
		Long: `Compresses a recording that the trace layer itself wrote, or that "trace record" did not compress completely.
The calls do not change.

Without -o, FILE is replaced when the compressed recording is complete. With -o, the compressed recording is
written to OUT, and FILE does not change.

If the recording is truncated or damaged, the incomplete and damaged parts are dropped and reported. Such a
recording is compressed only with -o or --force.`,
		Example: `  gleslayergen trace compress game.gltrace
  gleslayergen trace compress game.gltrace -o small.gltrace`,
		Args: ui.Args(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return compressTrace(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `OUT` and leave FILE unchanged")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace OUT if it exists; without -o, replace FILE even if the recording is truncated or damaged")
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON")
	return cmd
}

// compressReport is the JSON report of trace compress.
type compressReport struct {
	Schema  int    `json:"schema"`
	File    string `json:"file"` // the compressed recording
	Calls   int    `json:"calls"`
	Before  int64  `json:"before"` // bytes
	After   int64  `json:"after"`
	Cut     int64  `json:"cut"`     // bytes after the last complete chunk
	Damaged int    `json:"damaged"` // chunks
	Ended   bool   `json:"ended"`   // the recording has its end
}

func compressTrace(ctx context.Context, e *ui.Env, f *compressFlags, path string) error {
	size, err := sizeOf(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return noRecording(path)
	case err != nil:
		return err
	}
	limitMemory()
	out := cmp.Or(f.out, path)
	if err := f.checkReplace(out); err != nil {
		return err
	}
	var r file.CompressResult
	err = ui.WriteWhole(out, 0o600, func(w io.Writer) error {
		if r, err = compressInto(ctx, e, w, path, size); err != nil {
			return err
		}
		if f.out == "" && !f.force {
			return checkComplete(path, r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return reportCompressed(e, f, out, r)
}

// compressInto compresses the first size bytes of a file.
func compressInto(ctx context.Context, e *ui.Env, w io.Writer, path string, size int64) (file.CompressResult, error) {
	in, err := os.Open(path)
	if err != nil {
		return file.CompressResult{}, err
	}
	defer in.Close()
	to := bufio.NewWriterSize(w, 1<<20)
	from := bufio.NewReaderSize(io.LimitReader(in, size), 1<<20)
	show := sizeProgress(e, "compressed", size)
	r, err := file.Compress(ctx, to, from, size, show)
	show(size) // clears the line, also after an error
	switch {
	case errors.Is(err, format.ErrMagic):
		return r, ui.WithHint(fmt.Errorf("%s: %w", path, err), recordHint)
	case err != nil:
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, to.Flush()
}

// mayReplace fails if out exists and --force is not given.
func (f *compressFlags) checkReplace(out string) error {
	if f.out == "" || f.force {
		return nil
	}
	if _, err := os.Lstat(out); err == nil {
		return ui.WithHint(fmt.Errorf("%s: already exists", out), "choose another file; to replace this file, add --force")
	}
	return nil
}

// checkComplete fails if a recording is damaged or has no end, so that replacing it could lose calls.
func checkComplete(path string, r file.CompressResult) error {
	why := ""
	switch {
	case r.Damaged > 0:
		why = "the recording has " + ui.Count(r.Damaged, "damaged part") + ", which the compressed recording would not contain"
	case !r.Ended:
		why = "the recording has no end: it is truncated, or still being written"
	default:
		return nil
	}
	hint := "the file was not changed; to compress the intact part into another file: gleslayergen trace compress %s -o OUT; to replace the file, add --force"
	return ui.WithHint(fmt.Errorf("%s: %s", path, why), fmt.Sprintf(hint, ui.ShellPath(path)))
}

func reportCompressed(e *ui.Env, f *compressFlags, out string, r file.CompressResult) error {
	if r.Cut > 0 {
		e.Notef("note: the recording is truncated: its last %d bytes are incomplete and were dropped", r.Cut)
	}
	if r.Damaged > 0 {
		e.Notef("note: dropped %s", ui.Count(r.Damaged, "damaged part"))
	}
	if f.json {
		return e.PrintJSON(compressReport{1, filepath.ToSlash(out), r.Calls, r.In, r.Out, r.Cut, r.Damaged, r.Ended})
	}
	e.Printf("%s: %s, %s before and %s after compression\n", out, ui.Count(r.Calls, "call"), bytesText(r.In), bytesText(r.Out))
	return nil
}

// sizeProgress returns a function that shows on a terminal how many bytes were processed. It clears the line at the end.
func sizeProgress(e *ui.Env, verb string, size int64) func(int64) {
	to, next := terminal(e), time.Time{}
	return func(done int64) {
		switch {
		case to == nil:
		case done == size:
			fmt.Fprint(to, "\r\x1b[K")
		case time.Now().After(next):
			next = time.Now().Add(tickTime)
			fmt.Fprintf(to, "\r%s %s of %s\x1b[K", verb, bytesText(done), bytesText(size))
		}
	}
}
