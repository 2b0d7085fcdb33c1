package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// writeItems writes the files of a report. It fails before the first if one exists. Files whose content the
// recording lacks move to Failed.
func writeItems(ctx context.Context, dir string, r *extractReport) error {
	for _, item := range r.Files {
		path := filepath.Join(dir, filepath.FromSlash(item.Path))
		if _, err := os.Lstat(path); err == nil {
			return ui.WithHint(fmt.Errorf("%s: already exists", path), "choose another directory: files are never overwritten")
		}
	}
	written := []report.Item{}
	for _, item := range r.Files {
		data, err := item.Read(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.Failed = append(r.Failed, failedItem{item.Path, err.Error()})
			continue
		}
		if err := writeNew(filepath.Join(dir, filepath.FromSlash(item.Path)), data); err != nil {
			return err
		}
		item.Bytes = int64(len(data))
		written = append(written, item)
	}
	r.Files = written
	return nil
}

// writeNew writes a new file, completely or not at all.
func writeNew(path string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			_, err = f.Write(data)
			if err = errors.Join(err, f.Close()); err != nil {
				os.Remove(path)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%s: cannot write: %w", path, ui.WithoutPath(err))
	}
	return nil
}

func printExtracted(e *ui.Env, flags *extractFlags, r *extractReport) error {
	if flags.json {
		return e.PrintJSON(r)
	}
	if flags.list {
		rows := [][]string{{"FILE", "CONTENT"}}
		for _, item := range r.Files {
			rows = append(rows, []string{item.Path, item.Content})
		}
		ui.Table(e.Out, "", rows)
		return nil
	}
	total := int64(0)
	for _, item := range r.Files {
		total += item.Bytes
	}
	for i, f := range r.Failed {
		const most = 5
		if i == most {
			e.Notef("note: %s more were not written", ui.Count(len(r.Failed)-most, "file"))
			break
		}
		e.Notef("note: %s was not written: %s", f.Path, f.Error)
	}
	if len(r.Files) == 0 {
		return errors.New("no file was written: the recording lacks the contents")
	}
	e.Notef("%s: %s, %s, after call %d", r.Out, ui.Count(len(r.Files), "file"), bytesText(total), r.Call)
	return nil
}
