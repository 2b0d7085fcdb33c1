package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/trace/chunk"
	"github.com/gleslayergen/gleslayergen/trace/pack"
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
		Long: `Makes a recording small: one that a layer wrote by itself, or one of trace record, which had no time to do it as
well. The calls stay as they are. Where a recording breaks off, what is behind its last whole part is left out,
and told.

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
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: it is no plain file", path)
	}
	if err != nil {
		return err
	}
	out := path
	if f.out != "" {
		out = f.out
	}
	if err := f.mayReplace(path, out); err != nil {
		return err
	}
	var r pack.Result
	err = writeWhole(out, 0o600, func(w io.Writer) error {
		to := bufio.NewWriterSize(w, 1<<20)
		from := io.NewSectionReader(in, 0, info.Size())
		if r, err = pack.Copy(ctx, to, bufio.NewReaderSize(from, 1<<20), info.Size(), e.packProgress(info.Size())); err != nil {
			return packError(path, err)
		}
		in.Close() // elsewhere no file takes the place of one that is open
		if out == path && !f.force && (!r.Ended || r.Damaged > 0) {
			return keepUnpacked(path, r)
		}
		return to.Flush()
	})
	if err != nil {
		return err
	}
	return e.tellPacked(f, out, r)
}

// mayReplace refuses to write over a file that nobody said may go.
func (f *packFlags) mayReplace(path, out string) error {
	if f.out == "" || f.force {
		return nil
	}
	if _, err := os.Lstat(out); err == nil {
		return &hinted{fmt.Errorf("%s: it is there already", out), "name another file, or replace it with --force"}
	}
	return nil
}

func packError(path string, err error) error {
	err = fmt.Errorf("%s: %w", path, err)
	if errors.Is(err, chunk.ErrMagic) {
		return &hinted{err, "recordings are made with: gleslayergen trace record"}
	}
	return err
}

// keepUnpacked says why a recording stays as it is.
func keepUnpacked(path string, r pack.Result) error {
	another := "; gleslayergen trace pack " + shellPath(path) + " -o OUT packs what there is into another file, and --force into this one"
	if r.Damaged > 0 {
		return &hinted{fmt.Errorf("%s: damaged in %s, which would be left out", path, count(r.Damaged, "place")), "nothing was changed" + another}
	}
	return &hinted{fmt.Errorf("%s: it has no end: it may still be written", path), "nothing was changed" + another}
}

func (e *env) tellPacked(f *packFlags, out string, r pack.Result) error {
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

func bytesText(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d bytes", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}

// packProgress tells every two seconds how far it is.
func (e *env) packProgress(size int64) func(int64) {
	const each = 2 * time.Second
	next := time.Now().Add(each)
	return func(done int64) {
		if now := time.Now(); now.After(next) {
			next = now.Add(each)
			e.notef("packed %s of %s", bytesText(done), bytesText(size))
		}
	}
}
