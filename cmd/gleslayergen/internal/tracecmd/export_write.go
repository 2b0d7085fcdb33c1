package tracecmd

import (
	"context"
	"fmt"
	"io"
	"os"

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
	if x.Data == report.DataFiles && format.Size != nil || format.Files {
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
