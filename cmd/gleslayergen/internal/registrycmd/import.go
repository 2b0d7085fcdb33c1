package registrycmd

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
)

func importCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import GL.XML EGL.XML",
		Short: "Write a snapshot of gl.xml and egl.xml",
		Long: `Convert gl.xml and egl.xml to a snapshot. A snapshot is sorted text with one fact per line, so snapshots can be
compared with diff. The built-in registry has the same format.

The XML files contain no date. The date of the snapshot is that of --date, or of the file registry.json that
"registry fetch" wrote to the directory of the XML files.`,
		Example: `  gleslayergen registry import gl.xml egl.xml --date 2026-05 --out registry.txt`,
		Args:    ui.Args(2, 2, "GL.XML or EGL.XML"),
	}
	date := cmd.Flags().String("date", "", "date of the files, `YYYY-MM` or YYYY-MM-DD")
	out := cmd.Flags().String("out", "", "write the snapshot to `FILE`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *out == "" {
			return ui.Usage(ui.CommandName(cmd), "--out FILE is missing", "for example: --out registry.txt")
		}
		if *date != "" && !isDate(*date) {
			return ui.Usage("--date "+*date, "not a date", "for example: --date 2026-05")
		}
		r, err := ui.ReadXML(args[0], args[1], *date)
		if err != nil {
			return err
		}
		data, err := snapshot(r)
		if err != nil {
			return err
		}
		if err := ui.WriteFile(*out, data); err != nil {
			return err
		}
		e.Notef("wrote %s: %d commands, %d extensions, %d enums", filepath.Clean(*out),
			len(r.Commands), len(r.Extensions), len(r.Enums))
		return nil
	}
	return cmd
}

func isDate(s string) bool {
	_, month := time.Parse("2006-01", s)
	_, day := time.Parse(time.DateOnly, s)
	return month == nil || day == nil
}

// snapshot returns r in the snapshot format, and checks that it decodes to the same registry.
func snapshot(r *registry.Registry) ([]byte, error) {
	for _, s := range r.Sources {
		if s.Date == "" {
			return nil, ui.Usage(s.Name, "the date of the file is unknown", "give the date: --date YYYY-MM")
		}
	}
	var first, second bytes.Buffer
	if err := r.WriteSnapshot(&first); err != nil {
		return nil, err
	}
	again, err := registry.ReadSnapshot(first.String())
	if err == nil {
		err = again.WriteSnapshot(&second)
	}
	if err == nil && !bytes.Equal(first.Bytes(), second.Bytes()) {
		err = errors.New("the decoded snapshot differs from the files")
	}
	if err != nil {
		return nil, fmt.Errorf("these files cannot be converted to a snapshot: %w", err)
	}
	return first.Bytes(), nil
}
