package inspect

import (
	"context"
	"errors"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/timing"
)

// Options select how calls are replayed.
type Options struct {
	Width, Height int    // of all windows; 0: as recorded
	Dir           string // for temporary files; "" for the default directory of the system
}

// Inspector replays parts of a recording. Its methods can be called concurrently; they make one replay at a time, that of the newest
// call first. Each method ends early with the error of its context. Calls and frames are numbered as in the recording.
//
// Errors are those of a player, such as *[replay.CrashError], or an *[Unavailable] if the answer does not exist.
type Inspector struct{}

// New returns an inspector of a recording. The player has no Settings, Device and OnReading; functions are those that it has.
// Close the inspector before the recording.
func New(f *file.File, p replay.Player, functions map[string]uint16, options Options) *Inspector {
	return &Inspector{}
}

// Close ends the players and removes temporary files. Methods that still run, and later ones, fail.
func (i *Inspector) Close() error { return nil }

// Unavailable is the error of a question that has no answer on this recording or driver.
type Unavailable struct {
	What   string // that is not available: "the outputs of the vertex shader"
	Reason string
}

func (e *Unavailable) Error() string { return e.What + ": " + e.Reason }

var errPending = errors.New("not available in this version")

// Attachment returns the image of an attachment of the draw framebuffer after a call. It returns nil if the framebuffer does not have
// the attachment.
func (i *Inspector) Attachment(ctx context.Context, call int, a replay.Attachment) (*images.Image, error) {
	return nil, errPending
}

// Texture returns the image of a level and a layer of a texture after a call: share is a context of its share group, name its name
// in the recording. The layer is a slice of an array or a 3D texture, or a face of a cube map from 0 to 5. It returns nil if the
// texture does not have the level or the layer.
func (i *Inspector) Texture(ctx context.Context, call int, share, name uint32, level, layer int) (*images.Image, error) {
	return nil, errPending
}

// Overdraw returns how many fragments of each pixel passed all tests, from the first draw of the pass of a draw up to that draw. The
// picture has a palette: the index of a pixel is its count.
func (i *Inspector) Overdraw(ctx context.Context, call int) (*images.Image, error) {
	return nil, errPending
}

// Times returns the times of the draws and dispatches of a frame, in the order of their calls: medians of several rounds.
func (i *Inspector) Times(ctx context.Context, frame int) ([]timing.Row, error) {
	return nil, errPending
}
