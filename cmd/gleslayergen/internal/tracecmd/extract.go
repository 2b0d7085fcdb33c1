package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// extractFlags are the flags of trace extract.
type extractFlags struct {
	out     string
	at      string
	context uint32
	list    bool
	json    bool
}

func extractCmd(e *ui.Env) *cobra.Command {
	f := &extractFlags{}
	cmd := &cobra.Command{
		Use:   "extract FILE --out DIR [PATTERN...]",
		Short: "Write shaders, textures, buffers and images of a recording to files",
		Long: `Writes shaders, textures, buffers and the images of frames to files in DIR, as they are after the last frame,
or after the call or frame of --at:

    shaders/3.frag          a shader. All sources that it had: with several, shaders/3.v1.frag and so on
    textures/12.png         a texture, with the top row of the image first. Levels, layers and faces of cube
                            maps have a suffix, for example textures/12.level1.px.png
    textures/13.ktx         a texture that is compressed, or has more than 8 bits for a channel. If the program
                            wrote it in parts, it is a PNG file with 16 bits for a channel
    buffers/2.bin           the contents of a buffer
    frames/10.png           the image of a frame, if the recording has one

PATTERN selects files by name, with or without suffixes, and can contain * and ?. KIND/FROM-TO selects numbers.
Without PATTERN, all files are written. Existing files are never overwritten.

Textures and buffers are those of one share group: that of the last frame, of the call of --at, or of the
context of --context.`,
		Example: `  gleslayergen trace extract game.gltrace --list
  gleslayergen trace extract game.gltrace --out game 'shaders/*' 'textures/12*' frames/10-20
  gleslayergen trace extract game.gltrace --out before --at 1234 buffers`,
		Args:              ui.Args(1, -1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE: func(cmd *cobra.Command, args []string) error {
			return traceExtract(cmd.Context(), e, f, args[0], args[1:])
		},
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to the directory `DIR`, which is created if needed")
	cmd.Flags().StringVar(&f.at, "at", "", "extract the state after the call `N`, or after the last call of a frame: frame:N")
	cmd.Flags().Uint32Var(&f.context, "context", 0, "extract the objects of the context with this `NUMBER`")
	cmd.Flags().BoolVar(&f.list, "list", false, "list the files without writing them")
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON")
	return cmd
}

// extractReport is the JSON report of trace extract.
type extractReport struct {
	Schema int           `json:"schema"`
	Out    string        `json:"out,omitempty"` // the directory; absent with --list
	Call   int           `json:"call"`          // the state after this call was extracted
	Files  []report.Item `json:"files"`
	Failed []failedItem  `json:"failed"` // files that were not written
}

// failedItem is a file that was not written, because the recording lacks its content.
type failedItem struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

func traceExtract(ctx context.Context, e *ui.Env, flags *extractFlags, path string, patterns []string) error {
	if err := flags.check(patterns); err != nil {
		return err
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	call, err := flags.call(ctx, f)
	if err != nil {
		return err
	}
	x := &report.Extraction{File: f, Call: call}
	items, err := x.Items(ctx)
	if err != nil {
		return err
	}
	if items, err = selected(items, patterns); err != nil {
		return err
	}
	if len(items) == 0 {
		return flags.nothing(call)
	}
	r := &extractReport{Schema: 1, Call: call, Files: items, Failed: []failedItem{}}
	if !flags.list {
		r.Out = flags.out
		if err := writeItems(ctx, flags.out, r); err != nil {
			return err
		}
	}
	return printExtracted(e, flags, r)
}

// check fails if a flag or a pattern is invalid.
func (flags *extractFlags) check(patterns []string) error {
	for _, p := range patterns {
		if _, err := path.Match(p, ""); err != nil {
			return ui.Usage(fmt.Sprintf("pattern %q", p), "invalid", "for example: 'textures/12*'")
		}
	}
	if flags.out == "" && !flags.list {
		return ui.Usage("trace extract", "--out is missing", "add --out DIR, or --list to list the files")
	}
	return nil
}

// call returns the call of --at, or the last one with a context.
func (flags *extractFlags) call(ctx context.Context, f *file.File) (int, error) {
	if flags.at == "" {
		call, err := report.LastCall(ctx, f, flags.context)
		if err != nil {
			err = ui.WithHint(err, "to list the contexts: gleslayergen trace export FILE --format json | head -1")
		}
		return call, err
	}
	text, frame := strings.CutPrefix(flags.at, "frame:")
	n, err := strconv.Atoi(text)
	frames := f.Frames()
	switch {
	case err != nil || n < 0:
		return 0, ui.Usage(fmt.Sprintf("--at %q", flags.at), "neither a call nor a frame", "for example: --at 1234, or --at frame:10")
	case flags.context != 0:
		return 0, ui.Usage("--at", "cannot be combined with --context", "choose a call that has the context")
	case frame && n >= len(frames):
		return 0, noFrame(n, f)
	case frame:
		return frames[n].Last, nil
	case n >= f.Len():
		return 0, noCall(uint(n), f)
	}
	return n, nil
}

// selected returns the items that a pattern matches. It fails if a pattern matches none.
func selected(items []report.Item, patterns []string) ([]report.Item, error) {
	out, used := []report.Item{}, make([]bool, len(patterns))
	for _, item := range items {
		wanted := len(patterns) == 0
		for i, p := range patterns {
			if item.Matches(p) {
				wanted, used[i] = true, true
			}
		}
		if wanted {
			out = append(out, item)
		}
	}
	if i := slices.Index(used, false); i >= 0 {
		return nil, ui.WithHint(fmt.Errorf("no file matches %q", patterns[i]), "to list the files: gleslayergen trace extract FILE --list")
	}
	return out, nil
}

// nothing returns the error for a call after which there is nothing to extract.
func (flags *extractFlags) nothing(call int) error {
	const kinds = "no shaders, textures, buffers or images"
	if flags.at == "" {
		return errors.New("the recording has " + kinds)
	}
	return fmt.Errorf("the recording has %s after call %d", kinds, call)
}
