//go:build heavy && linux

package driver

import "testing"

func TestAndroidPicturesFail(t *testing.T) {
	pictures(t, map[string]Picture{
		"no-yuv":    {State: Refused, By: "AHardwareBuffer", Why: "eglCreateImageKHR: EGL_BAD_ALLOC"},
		"no-memory": {State: Refused, Why: "AHardwareBuffer_allocate failed -12"},
		"one-plane": {State: Refused, By: "AHardwareBuffer", Why: "AHardwareBuffer_lockPlanes returned too few planes"},
	})
}
