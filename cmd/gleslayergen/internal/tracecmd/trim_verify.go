package tracecmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/trim"
)

// trimVerifier replays a recording and its trimmed recording, and compares the images.
type trimVerifier struct {
	e       *ui.Env
	program string
	ids     map[string]uint16 // what the player can call
	dir     string
	setting string         // of the recorder: which images it makes
	result  *replay.Result // of the last replay
}

// trimVerified is the range whose images are compared.
type trimVerified struct {
	first, count int // frames or draws
	whole, part  int // the last frames that are played; -1 for all
}

// fullSize is the setting of the recorder for images in full size: its largest.
const fullSize = "IMAGE_SIZE=16384"

// verify replays the recording and the trimmed one, and compares the images of the range. first is its first frame or draw.
func (flags *trimFlags) verify(ctx context.Context, e *ui.Env, f *file.File, r trim.Range, first int) (*trim.Check, error) {
	v, err := flags.verified(f, r, first)
	if err != nil {
		return nil, err
	}
	program, err := hostPlayer(ctx, e)
	if err != nil {
		return nil, err
	}
	ids, err := (&replay.Player{Path: program}).Functions(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "gleslayergen-trim-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := trimVerifier{e: e, program: program, ids: ids, dir: dir, setting: "FRAMES=1"}
	if flags.draws != "" {
		c.setting = "DRAWS=1"
	}
	whole, err := c.play(ctx, f, "whole", v.whole)
	if err != nil {
		return nil, fmt.Errorf("replay of the recording: %w", err)
	}
	defer whole.Close()
	part, err := file.OpenContext(ctx, flags.out)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	replayed, err := c.play(ctx, part, "part", v.part)
	if err != nil {
		return nil, fmt.Errorf("replay of the trimmed recording: %w", err)
	}
	defer replayed.Close()
	noteUnconfined(e, c.result)
	return flags.compare(ctx, v, whole, replayed)
}

// verified returns what is compared of a range. The replays end with its last frame: after later calls, such as the deletion of the
// context, the images that are pending cannot be read.
func (flags *trimFlags) verified(f *file.File, r trim.Range, first int) (v trimVerified, err error) {
	if flags.frames != "" {
		n := r.Frames(f)
		return trimVerified{first, n, first + n - 1, n - 1}, nil
	}
	n, err := r.Draws(f)
	end := slices.IndexFunc(f.Frames(), func(frame file.Frame) bool { return frame.Last >= r.To-1 })
	return trimVerified{first, n, end, -1}, err
}

func (flags *trimFlags) compare(ctx context.Context, v trimVerified, whole, part *file.File) (*trim.Check, error) {
	compare := trim.CheckFrames
	if flags.draws != "" {
		compare = trim.CheckDraws
	}
	check, err := compare(ctx, whole, part, v.first, v.count)
	return &check, err
}

// play replays a recording up to a frame and returns the recording of the replay, with images.
func (c *trimVerifier) play(ctx context.Context, f *file.File, name string, to int) (*file.File, error) {
	script, err := replay.New(ctx, f, c.ids, replay.Options{To: to, Images: true})
	if err != nil {
		return nil, err
	}
	out := filepath.Join(c.dir, name+".gltrace")
	settings := []string{"FILE=" + out, "START=1", "FOLDER=none", "BLOCK=1", c.setting, fullSize}
	p := replay.Player{Path: c.program, Args: []string{"--surface", "pbuffer"}, Settings: settings, Output: c.e.Err.W}
	var played *file.File
	if c.result, err = p.Play(ctx, script); err == nil {
		played, err = openReplay(ctx, out)
	}
	if err != nil {
		return nil, withReplayHint(recordingError(err, filepath.Dir(c.dir), hintTemporary))
	}
	if err := checkPlayed(f, played, script, c.result); err != nil {
		played.Close()
		return nil, err
	}
	return played, nil
}

// checkPlayed fails if a replay left out a frame or draw: then those of the two recordings have different numbers.
func checkPlayed(f, played *file.File, script *replay.Script, result *replay.Result) error {
	_, end := script.Range()
	all, made := trim.Range{To: end}, trim.Range{To: played.Len()}
	want, err := all.Draws(f)
	if err != nil {
		return err
	}
	draws, err := made.Draws(played)
	if err != nil {
		return err
	}
	if frames := made.Frames(played); draws != want || frames != all.Frames(f) {
		return fmt.Errorf("made %d of %d draws and %d of %d frames%s", draws, want, frames, all.Frames(f), whyLeftOut(script, result))
	}
	return nil
}

// whyLeftOut returns why calls were not made, as the end of a message.
func whyLeftOut(script *replay.Script, result *replay.Result) string {
	var why []string
	for _, left := range script.LeftOut() {
		why = append(why, strings.Join(left.Functions, ", ")+": "+left.Reason)
	}
	if len(result.Missing) > 0 {
		why = append(why, "the driver does not have "+strings.Join(result.Missing, ", "))
	}
	if len(why) == 0 {
		return ""
	}
	return ": " + strings.Join(why, "; ")
}

// verdict returns the error for images that differ, or if none was compared.
func (flags *trimFlags) verdict(c *trim.Check, first int) error {
	switch {
	case c == nil:
		return nil
	case c.Compared == 0:
		err := fmt.Errorf("%s: not verified: no %s has an image in both replays", flags.out, flags.kind())
		return ui.WithHint(err, "images need OpenGL ES 3, or a draw framebuffer that can be read")
	case len(c.Different) == 0:
		return nil
	}
	err := fmt.Errorf("%s: %s of %d differ in a replay, first that of %s %d", flags.out, ui.Count(len(c.Different), "image"), c.Compared, flags.kind(), first+c.Different[0])
	return ui.WithHint(err, "begin some frames earlier; to see what the recording lacks for a replay: gleslayergen trace stats FILE")
}

// kind returns what the range has.
func (flags *trimFlags) kind() string {
	if flags.draws != "" {
		return "draw"
	}
	return "frame"
}

// reportCheck prints how many images were compared, and which are missing.
func (flags *trimFlags) reportCheck(e *ui.Env, c *trim.Check, first int) {
	e.Printf("%s compared in replays: %d differ\n", ui.Count(c.Compared, "image"), len(c.Different))
	if len(c.Missing) == 0 {
		return
	}
	const most = 10
	var list []string
	for _, n := range c.Missing[:min(len(c.Missing), most)] {
		list = append(list, fmt.Sprint(first+n))
	}
	if more := len(c.Missing) - most; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	e.Printf("%s without an image in a replay: %s\n", ui.Count(len(c.Missing), flags.kind()), strings.Join(list, ", "))
}
