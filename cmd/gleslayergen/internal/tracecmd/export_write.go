package tracecmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// write writes the file and its data, completely or not at all.
func (flags *exportFlags) write(ctx context.Context, format report.Format, x *report.Export) (*exportReport, error) {
	if err := flags.free(flags.out); err != nil {
		return nil, err
	}
	counted := &counting{}
	write := func(w io.Writer) error {
		counted.Writer = w
		return format.Write(ctx, counted, x)
	}
	if x.Data == report.DataFiles && format.Size != nil {
		if err := flags.writeStore(x, write); err != nil {
			return nil, err
		}
	} else if err := ui.WriteWhole(flags.out, 0o600, write); err != nil {
		return nil, err
	}
	r := &exportReport{Schema: 1, File: flags.out, Format: flags.format, Calls: x.Calls, Bytes: counted.n}
	if x.Store != nil {
		r.DataFiles, r.DataBytes = x.Store.Files, x.Store.Bytes
	}
	return r, nil
}

// writeStore writes the data to a new directory, which gets its name before the file does.
func (flags *exportFlags) writeStore(x *report.Export, write func(io.Writer) error) error {
	dir := dataDir(flags.out)
	if err := flags.free(dir); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return fmt.Errorf("%s: cannot write: %w", dir, ui.WithoutPath(err))
	}
	defer os.RemoveAll(temporary)
	x.Store = &report.Store{Dir: temporary, Name: filepath.Base(dir)}
	named := false
	err = ui.WriteWhole(flags.out, 0o600, func(w io.Writer) error {
		err := write(w)
		if err == nil {
			err = replaceStore(temporary, dir)
			named = err == nil
		}
		return err
	})
	if err != nil && named {
		os.RemoveAll(dir)
	}
	return err
}

// replaceStore gives a directory its name. It deletes only files of an earlier export.
func replaceStore(temporary, dir string) error {
	old, err := filepath.Glob(filepath.Join(dir, "????????????????????????????????????????????????????????????????.bin"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	if err := os.Remove(dir); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("%s: cannot replace: %w", dir, ui.WithoutPath(err))
	}
	return os.Rename(temporary, dir)
}

// dataDir returns the directory for the data of a file.
func dataDir(out string) string { return out + ".data" }

// free fails if a path exists, unless it may be replaced.
func (flags *exportFlags) free(path string) error {
	if _, err := os.Lstat(path); err == nil && !flags.force {
		return ui.WithHint(fmt.Errorf("%s: already exists", path), "choose another file; to replace this file, add --force")
	}
	return nil
}

// counting counts the bytes that are written.
type counting struct {
	io.Writer
	n int64
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += int64(n)
	return n, err
}
