//go:build ignore

// The layer draws the frame rate and the time of each frame over the app. A bar is as long as the frame; it is red if the frame
// took longer than the setting "budget" says, in milliseconds.
package main

import (
	"fmt"
	"strconv"
	"time"

	"layer/gles"
)

const (
	background = 0x000000B0
	white      = 0xFFFFFFFF
	green      = 0x40C040FF
	red        = 0xE04040FF
)

// budget is the time for a frame, in milliseconds.
var budget = 16.7

// timing has the frames of a context, which is current on one thread at a time.
type timing struct {
	last    time.Time
	average float64 // in milliseconds
}

var timings gles.PerContext[timing]

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("budget"); ok {
		if ms, err := strconv.ParseFloat(value, 64); err == nil && ms > 0 {
			budget = ms
		}
	}
}

// An app ends a frame with one of two functions.
func eglSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) gles.EGLBoolean {
	drawOverlay(time.Now())
	return next(dpy, surface)
}

func eglSwapBuffersWithDamageKHR(next gles.EGLSwapBuffersWithDamageKHRFunc, dpy gles.EGLDisplay, surface gles.EGLSurface,
	rects *gles.EGLint, nRects gles.EGLint) gles.EGLBoolean {
	drawOverlay(time.Now())
	return next(dpy, surface, rects, nRects)
}

func drawOverlay(now time.Time) {
	t := timings.Get()
	if t == nil {
		return
	}
	ms := now.Sub(t.last).Seconds() * 1000
	if !t.last.IsZero() {
		t.average += (ms - t.average) / 10
	}
	t.last = now
	if t.average <= 0 || !gles.SaveState() {
		return
	}
	defer gles.RestoreState()
	color := uint32(green)
	if ms > budget {
		color = red
	}
	gles.DrawRect(8, 8, 184, 44, background)
	gles.DrawText(16, 14, 2, white, fmt.Sprintf("%5.1f fps %4.1f", 1000/t.average, ms))
	gles.DrawRect(16, 38, min(int(ms/budget*84), 168), 8, color)
}
