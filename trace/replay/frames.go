package replay

import (
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// startTimes begins the times of a round with its first call.
func (x *writer) startTimes(c *file.Call) {
	x.timed, x.start = true, c.Start
	x.time(c, 0)
}

// beforeSwap makes the player wait until the time of a swap.
func (x *writer) beforeSwap(c *file.Call) {
	if x.timed {
		x.time(c, max(1, c.Start-x.start))
	}
}

func (x *writer) time(c *file.Call, at time.Duration) {
	x.begin(OpTime, c)
	x.op.number(uint64(at))
	x.emit()
}

// endFrame begins the next frame after a swap.
func (x *writer) endFrame(c *file.Call) {
	if c.Frame >= 0 {
		x.beginFrame(c.Thread, c.Index, c.Frame+1)
	}
}

// beginFrame tells the player that a frame begins, and that the previous one has ended.
func (x *writer) beginFrame(thread uint32, call, frame int) {
	x.op.begin(OpFrame, uint16(thread), call)
	x.op.number(uint64(frame))
	x.emit()
}

// drawing has the prefixes of functions that draw to the draw framebuffer, in addition to draws.
var drawing = []string{"glClear", "glBlitFramebuffer", "glResolve", "glStencilFill", "glStencilStroke", "glStencilThenCover", "glCover"}

// settingClear has the functions with the prefix glClear that do not draw to the framebuffer.
var settingClear = []string{"glClearColor", "glClearDepth", "glClearStencil", "glClearTex"}

// isEarlier reports whether a call before the first frame of a replay draws to the default framebuffer. Later frames do not depend
// on it, unless the survey found otherwise. Draws during transform feedback write to buffers.
func (x *writer) isEarlier(c *file.Call) bool {
	s := x.context(c.Context)
	if s.drawn != 0 || s.feedback {
		return false
	}
	has := func(list []string) bool {
		for _, prefix := range list {
			if strings.HasPrefix(c.Function.Name, prefix) {
				return true
			}
		}
		return false
	}
	return c.Function.IsDraw() || has(drawing) && !has(settingClear)
}
