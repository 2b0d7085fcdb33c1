//go:build heavy && linux

package driver

import "testing"

func TestAndroidPicturesFail(t *testing.T) {
	pictures(t, map[string]Picture{
		"no-yuv":    {State: Refused, By: "AHardwareBuffer", Why: "eglCreateImageKHR: EGL_BAD_ALLOC"},
		"no-memory": {State: Refused, Why: "AHardwareBuffer_allocate fails -12"},
		"one-plane": {State: Refused, By: "AHardwareBuffer", Why: "planes are missing"},
	})
}
