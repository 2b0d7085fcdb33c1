package tracecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// imagesFlags are the flags of trace images.
type imagesFlags struct {
	every string
	what  string
	draws string
	out   string
	json  bool
	span
	playFlags
}

// Values of --every and --what.
var (
	moments  = []string{string(images.Draw), string(images.Pass), string(images.Frame)}
	contents = []string{string(images.Color), string(images.Depth), string(images.Stencil), string(images.Overdraw), string(images.Wireframe)}
)

func imagesCmd(e *ui.Env) *cobra.Command {
	f := &imagesFlags{}
	cmd := &cobra.Command{
		Use:   "images FILE --out DIR",
		Short: "Write images of draws, passes or frames of a recording, by replay",
		Long: `Makes the calls of a recording again, as "trace replay" does, and writes what is in the framebuffer to PNG
files in DIR. The recording needs no images, so they cost the recorded program nothing.

--every selects the moments:

    draw    after each draw, of the framebuffer to which it drew: frame-3-pass-1-draw-17-color0.png
    pass    after the last draw of each pass. A pass has consecutive draws and dispatches of a context with the
            same framebuffer
    frame   before each swap, of the surface: frame-3-color0.png

--what selects what the images show:

    color   all color attachments, with their exact values. A file has 16 bits for each channel if the
            attachment has more than 8
    depth   the depth buffer with 16 bits, from the lowest value (black) to the highest one (white), which are
            printed
    stencil the stencil buffer. The file has a palette: the index of a pixel is its value
    overdraw
            how many fragments of each pixel passed all tests since the frame or pass began; with --every draw,
            those of the draw. The file has a palette: the index of a pixel is the count
    wireframe
            the edges of the triangles of the same draws, also of hidden ones

Frames, and the passes and draws of each frame, are numbered from 0. Files of draws after the last swap begin
with "end". Existing files are never overwritten.`,
		Example: `  gleslayergen trace images game.gltrace --out images
  gleslayergen trace images game.gltrace --out images --every draw --frames 100
  gleslayergen trace images game.gltrace --out images --every pass --what depth --frames 100-120`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceImages(cmd.Context(), e, f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.every, "every", string(images.Frame), "make an image after each `draw` or pass, or at the end of each frame")
	flags.StringVar(&f.what, "what", contents[0], "show `color`, depth, stencil, overdraw or wireframe")
	flags.StringVarP(&f.out, "out", "o", "", "write to the directory `DIR`, which is created if needed")
	flags.StringVar(&f.draws, "draws", "", "only the draws `FROM-TO` of each frame, FROM- (to the end), or one NUMBER; the first draw has the number 0")
	flags.BoolVar(&f.json, "json", false, "report as JSON")
	f.span.flags(cmd)
	f.playFlags.add(cmd)
	for name, values := range map[string][]string{"every": moments, "what": contents} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

// inBounds returns a function that reports whether a number is in the range of a flag.
func inBounds(flag, text string) (func(n int) bool, error) {
	from, to, err := bounds(flag, text)
	return func(n int) bool { return n >= from && (to < 0 || n <= to) }, err
}

// options returns the images to make, and the frames to play.
func (f *imagesFlags) options() (o images.Options, from, to int, err error) {
	err = cmp.Or(checkValue("every", f.every, moments), checkValue("what", f.what, contents), f.playFlags.validate())
	if err == nil && f.out == "" {
		err = ui.Usage("trace images", "--out is missing", "give the directory of the files: --out DIR")
	}
	if err == nil && f.every == string(images.Frame) && f.draws != "" {
		err = ui.Usage("--draws "+f.draws, "cannot be combined with --every frame", "add --every draw or --every pass")
	}
	if err != nil {
		return o, 0, 0, err
	}
	o = images.Options{Every: images.Every(f.every), What: images.What(f.what)}
	var errDraws, errCalls, errFrames error
	o.Draws, errDraws = inBounds("draws", f.draws)
	o.Calls, errCalls = inBounds("calls", f.calls)
	from, to, errFrames = bounds("frames", f.frames)
	o.Frames = inFrames(from, to)
	return o, from, to, cmp.Or(errDraws, errCalls, errFrames)
}

// imagesReport is the JSON report of trace images.
type imagesReport struct {
	Schema  int              `json:"schema"`
	File    string           `json:"file"`
	Images  []writtenImage   `json:"images"`
	Failed  []images.Failure `json:"failed"`   // images that could not be made
	LeftOut []replay.LeftOut `json:"left_out"` // calls that were not made, by reason
	Missing []string         `json:"missing"`  // functions that the driver does not have
}

type writtenImage struct {
	Path string `json:"path"`
	images.Image
}

func traceImages(ctx context.Context, e *ui.Env, flags *imagesFlags, path string) error {
	o, from, to, err := flags.options()
	if err != nil {
		return err
	}
	p, err := openPlayback(ctx, e, &flags.playFlags, path, from)
	if err != nil {
		return err
	}
	defer p.a.Close()
	plan, err := images.New(ctx, p.a, o)
	if err != nil {
		return err
	}
	if plan.Len() == 0 && flags.span == (span{}) && flags.draws == "" {
		return fmt.Errorf("the recording has no %s", flags.every)
	}
	if plan.Len() == 0 {
		return ui.Usage("trace images", fmt.Sprintf("the recording has no %s that is selected", flags.every), statsHint)
	}
	r := &imagesRun{playback: p, out: flags.out, plan: plan, report: imagesReport{Schema: 1, File: path, Images: []writtenImage{}, Failed: []images.Failure{}}}
	if err := r.run(ctx, replay.Options{From: from, To: to}); err != nil {
		return err
	}
	return r.show(flags.json)
}

// imagesRun makes images.
type imagesRun struct {
	playback
	out    string
	plan   *images.Plan
	report imagesReport
}

func (r *imagesRun) run(ctx context.Context, o replay.Options) error {
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return fmt.Errorf("--out %s: %w", r.out, ui.WithoutPath(err))
	}
	if err := r.preparePlayer(ctx); err != nil {
		return err
	}
	r.player.OnReading = r.write
	o.Requests = r.plan.Requests
	result, err := r.playScript(ctx, o)
	if err != nil {
		return err
	}
	noteUnconfined(r.e, result)
	r.report.LeftOut, r.report.Missing = r.script.LeftOut(), append([]string{}, result.Missing...)
	return nil
}

// write writes the image of a result.
func (r *imagesRun) write(reading *replay.Reading) error {
	i, err := r.plan.Image(reading)
	failure := (*images.Failure)(nil)
	switch {
	case errors.As(err, &failure):
		r.report.Failed = append(r.report.Failed, *failure)
		return nil
	case err != nil || i == nil:
		return err
	}
	path := filepath.Join(r.out, i.Name()+".png")
	if err := writeNewPNG(path, i.Picture); err != nil {
		return err
	}
	i.Picture = nil
	r.report.Images = append(r.report.Images, writtenImage{path, *i})
	return nil
}

// show prints the report. The error has the exit code of images that could not be made.
func (r *imagesRun) show(asJSON bool) error {
	if asJSON {
		if err := r.e.PrintJSON(r.report); err != nil {
			return err
		}
	} else {
		r.print()
	}
	if len(r.report.Failed) > 0 || len(r.report.Missing) > 0 {
		return ui.Quiet(ui.ExitDifferent)
	}
	return nil
}

func (r *imagesRun) print() {
	notePlayed(r.e, r.report.LeftOut, r.report.Missing)
	for _, i := range r.report.Images {
		if i.Lowest != nil {
			r.e.Printf("%s: %.6g to %.6g", i.Path, *i.Lowest, *i.Highest)
			if i.Fragments > 0 {
				r.e.Printf(", %.2f a pixel", float64(i.Fragments)/float64(i.Width*i.Height))
			}
			r.e.Printf("\n")
		}
	}
	r.e.Printf("%s in %s\n", ui.Count(len(r.report.Images), "image"), r.out)
	reasons := map[string]int{}
	for _, f := range r.report.Failed {
		if reasons[f.Reason]++; reasons[f.Reason] == 1 {
			r.e.Notef("note: no %s after call %d: %s", strings.TrimRight(f.Attachment, "0"), f.Call, f.Reason)
		}
	}
}
