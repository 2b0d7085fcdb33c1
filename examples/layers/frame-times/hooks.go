//go:build ignore

// The layer logs how long frames take, every 120 frames, or as often as the setting "report" says.
package main

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"layer/gles"
)

// report is the number of frames in each log line.
var report = 120

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("report"); ok {
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			report = n
		}
	}
}

// frames has the times since the last log line. Several threads can swap surfaces.
var frames struct {
	sync.Mutex
	last  time.Time // end of the previous frame
	times []time.Duration
}

// An app ends a frame with one of two functions.
func eglSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) gles.EGLBoolean {
	defer logFrame()
	return next(dpy, surface)
}

func eglSwapBuffersWithDamageKHR(next gles.EGLSwapBuffersWithDamageKHRFunc, dpy gles.EGLDisplay, surface gles.EGLSurface,
	rects *gles.EGLint, nRects gles.EGLint) gles.EGLBoolean {
	defer logFrame()
	return next(dpy, surface, rects, nRects)
}

func logFrame() {
	if line := addFrame(time.Now()); line != "" {
		gles.Logf("%s", line)
	}
}

// addFrame adds a frame that ended at a time, and returns a log line if there are enough frames.
func addFrame(now time.Time) string {
	frames.Lock()
	defer frames.Unlock()
	if !frames.last.IsZero() {
		frames.times = append(frames.times, now.Sub(frames.last))
	}
	frames.last = now
	n := len(frames.times)
	if n < report {
		return ""
	}
	slices.Sort(frames.times)
	line := fmt.Sprintf("%d frames: median %v, 99 %% below %v, longest %v",
		n, frames.times[n/2], frames.times[n*99/100], frames.times[n-1])
	frames.times = frames.times[:0]
	return line
}
