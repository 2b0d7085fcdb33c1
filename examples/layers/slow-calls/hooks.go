//go:build ignore

// The layer logs each call of some slow functions that takes longer than 5 ms, or than the setting "limit" says, such as 500us.
// For other functions, add hooks with gleslayergen update --add.
package main

import (
	"time"

	"layer/gles"
)

// limit is the time that a call may take without a log line.
var limit = 5 * time.Millisecond

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("limit"); ok {
		if d, err := time.ParseDuration(value); err == nil {
			limit = d
		}
	}
}

// slow receives each slow call.
var slow = func(name string, took time.Duration) { gles.Logf("%s took %v", name, took) }

// timed starts the clock for a call. The result stops it.
func timed(name string) func() {
	begin := time.Now()
	return func() {
		if took := time.Since(begin); took > limit {
			slow(name, took)
		}
	}
}

func glLinkProgram(next gles.GLLinkProgramFunc, program gles.GLuint) {
	defer timed("glLinkProgram")()
	next(program)
}

func glFinish(next gles.GLFinishFunc) {
	defer timed("glFinish")()
	next()
}

func glReadPixels(next gles.GLReadPixelsFunc, x, y gles.GLint, width, height gles.GLsizei, format, typeArg gles.GLenum, pixels gles.Ptr) {
	defer timed("glReadPixels")()
	next(x, y, width, height, format, typeArg, pixels)
}
