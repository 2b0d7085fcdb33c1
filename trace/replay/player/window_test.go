//go:build linux

package player_test

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// startScreen starts an X server, and returns its display.
func startScreen(t *testing.T) string {
	t.Helper()
	server, err := testutil.StartXServer(t.Context(), "-screen", "0", "320x240x24")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server.Display
}

// With a display, windows of the recorded program are windows, which change their sizes.
func TestWindow(t *testing.T) {
	screen := startScreen(t)
	s := newScript(t)
	s.begin(100, 80, 2)
	s.call("glClearColor", float(1), float(0), float(0), float(1))
	s.call("glClear", number(colorBufferBit))
	s.readPixel(99, 79)
	s.call("eglSwapBuffers", reg(display), reg(surface))
	s.operation(opResize, 0, reg(surface), number(200), number(80))
	s.call("eglSwapBuffers", reg(display), reg(surface))
	s.call("glClear", number(colorBufferBit))
	s.readPixel(199, 79)
	s.call("eglSwapBuffers", reg(display), reg(surface))
	s.call("eglMakeCurrent", reg(display), number(0), number(0), number(0))
	s.call("eglDestroySurface", reg(display), reg(surface))
	r := playOn(t, s, screen, "--surface", "window")
	r.wantPixels(t, red, red)
	var widths []int64
	for _, c := range r.calls {
		if c.Function.Name == "gltrace.Surface" {
			if kind := c.Args[2].Int(); kind != 4 {
				t.Errorf("the surface has the kind %d", kind)
			}
			widths = append(widths, c.Args[3].Int())
		}
	}
	if len(widths) != 2 || widths[0] != 100 || widths[1] != 200 {
		t.Errorf("widths %v", widths)
	}
}

// A window that is destroyed while it is current stays until another surface is current.
func TestWindowDestroyedWhileCurrent(t *testing.T) {
	screen := startScreen(t)
	s := newScript(t)
	s.begin(100, 80, 2)
	s.call("glClearColor", float(1), float(0), float(0), float(1))
	s.call("eglDestroySurface", reg(display), reg(surface))
	s.call("glClear", number(colorBufferBit))
	s.readPixel(99, 79)
	s.call("eglMakeCurrent", reg(display), number(0), number(0), number(0))
	r := playOn(t, s, screen, "--surface", "window")
	r.wantPixels(t, red)
}

// If windows are required, pixmaps are still pbuffers.
func TestPixmapBesideWindows(t *testing.T) {
	const pixmap = next
	screen := startScreen(t)
	s := newScript(t)
	s.begin(100, 80, 2)
	s.into(pixmap, "eglCreatePixmapSurface", reg(display), reg(config), number(0), number(0))
	s.call("eglMakeCurrent", reg(display), reg(pixmap), reg(pixmap), reg(eglContext))
	s.call("glClearColor", float(1), float(0), float(0), float(1))
	s.call("glClear", number(colorBufferBit))
	s.readPixel(99, 79)
	s.call("eglMakeCurrent", reg(display), number(0), number(0), number(0))
	r := playOn(t, s, screen, "--surface", "window")
	r.wantPixels(t, red)
}
