package main

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

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// packFlags are the flags of trace pack.
type packFlags struct {
	out   string
	force bool
	json  bool
}

func tracePackCmd(e *env) *cobra.Command {
	f := &packFlags{}
	cmd := &cobra.Command{
		Use:   "pack FILE",
		Short: "Make a recording small",
		Long: `Makes a recording small: one that a layer wrote by itself, or one of trace record, which had no time for it.
The calls stay as they are. Where a recording breaks off, what is behind its last whole part is left out, and
told.

The packed recording takes the place of FILE, once it is complete; with -o it becomes another file, and FILE
stays.`,
		Example: `  gleslayergen trace pack game.gltrace
  gleslayergen trace pack game.gltrace -o small.gltrace`,
		Args: wantArgs(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return e.packTrace(cmd.Context(), f, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `OUT`, and leave FILE as it is")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace OUT; replace a FILE that has no end or damaged parts")
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON")
	return cmd
}

// packedReport is what trace pack tells.
type packedReport struct {
	Schema  int    `json:"schema"`
	File    string `json:"file"`
	Calls   int    `json:"calls"`
	Before  int64  `json:"before"` // bytes
	After   int64  `json:"after"`
	Cut     int64  `json:"cut"`     // bytes behind the last whole chunk
	Damaged int    `json:"damaged"` // chunks
	Ended   bool   `json:"ended"`
}

func (e *env) packTrace(ctx context.Context, f *packFlags, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return noRecording(path)
	case err != nil:
		return err
	case !info.Mode().IsRegular(): // of others already the opening may wait for ever
		return fmt.Errorf("%s: it is no plain file", path)
	}
	out := cmp.Or(f.out, path)
	if err := f.mayReplace(out); err != nil {
		return err
	}
	var r file.CompressResult
	err = writeWhole(out, 0o600, func(w io.Writer) error {
		if r, err = e.packInto(ctx, w, path, info.Size()); err != nil {
			return err
		}
		if f.out == "" && !f.force {
			return mayBeLost(path, r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return e.tellPacked(f, out, r)
}

// packInto packs the first bytes of a file.
func (e *env) packInto(ctx context.Context, w io.Writer, path string, size int64) (file.CompressResult, error) {
	in, err := os.Open(path)
	if err != nil {
		return file.CompressResult{}, err
	}
	defer in.Close()
	to := bufio.NewWriterSize(w, 1<<20)
	from := bufio.NewReaderSize(io.LimitReader(in, size), 1<<20)
	show := e.packProgress(size)
	r, err := file.Compress(ctx, to, from, size, show)
	show(size) // also of one that breaks off
	switch {
	case errors.Is(err, format.ErrMagic):
		return r, &hinted{fmt.Errorf("%s: %w", path, err), recordHint}
	case err != nil:
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, to.Flush()
}

// mayReplace refuses to write over a file that nobody said may go.
func (f *packFlags) mayReplace(out string) error {
	if f.out == "" || f.force {
		return nil
	}
	if _, err := os.Lstat(out); err == nil {
		return &hinted{fmt.Errorf("%s: it is there already", out), "name another file, or replace it with --force"}
	}
	return nil
}

// mayBeLost says why a recording is not replaced unasked.
func mayBeLost(path string, r file.CompressResult) error {
	why := ""
	switch {
	case r.Damaged > 0:
		why = "it is damaged in " + count(r.Damaged, "place") + ", which would be left out"
	case !r.Ended:
		why = "it has no end: it may still be written"
	default:
		return nil
	}
	hint := "nothing was changed; gleslayergen trace pack %s -o OUT packs what there is into another file, and --force into this one"
	return &hinted{fmt.Errorf("%s: %s", path, why), fmt.Sprintf(hint, shellPath(path))}
}

func (e *env) tellPacked(f *packFlags, out string, r file.CompressResult) error {
	if r.Cut > 0 {
		e.notef("note: the recording breaks off; its last %d bytes were no whole part, and are left out", r.Cut)
	}
	if r.Damaged > 0 {
		e.notef("note: %s damaged, and left out", were(r.Damaged, "part"))
	}
	if f.json {
		return e.printJSON(packedReport{1, filepath.ToSlash(out), r.Calls, r.In, r.Out, r.Cut, r.Damaged, r.Ended})
	}
	e.printf("%s: %s in %s, before %s\n", out, count(r.Calls, "call"), bytesText(r.Out), bytesText(r.In))
	return nil
}

func were(n int, what string) string {
	if n == 1 {
		return count(n, what) + " was"
	}
	return count(n, what) + " were"
}

// packProgress shows on a terminal how far it is; behind all of it, nothing.
func (e *env) packProgress(size int64) func(int64) {
	to, next := e.terminal(), time.Time{}
	return func(done int64) {
		switch {
		case to == nil:
		case done == size:
			fmt.Fprint(to, "\r\x1b[K")
		case time.Now().After(next):
			next = time.Now().Add(tickTime)
			fmt.Fprintf(to, "\rpacked %s of %s\x1b[K", bytesText(done), bytesText(size))
		}
	}
}
