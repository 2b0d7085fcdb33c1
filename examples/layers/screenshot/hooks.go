//go:build ignore

// The layer writes the frame with the number of the setting "frame" as a PNG file to the path of the setting "file".
package main

import (
	"image"
	"image/png"
	"os"
	"strconv"

	"layer/gles"
)

// file is the path of the PNG file, wanted the number of the frame.
var (
	file   string
	wanted uint64
)

func onInitialize(l *gles.Layer) {
	file, wanted = "screenshot.png", 60
	if value, ok := gles.Setting("file"); ok {
		file = value
	}
	if value, ok := gles.Setting("frame"); ok {
		if n, err := strconv.ParseUint(value, 10, 64); err == nil {
			wanted = n
		}
	}
}

func eglSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) gles.EGLBoolean {
	if gles.Frame() == wanted {
		if err := write(read()); err != nil {
			gles.Logf("write the screenshot: %v", err)
		}
	}
	return next(dpy, surface)
}

// read returns the pixels of the surface; an empty image without one.
func read() *image.NRGBA {
	width, height, ok := gles.SurfaceSize()
	if !ok || !gles.SaveState() {
		return image.NewNRGBA(image.Rectangle{})
	}
	defer gles.RestoreState()
	img := image.NewNRGBA(image.Rect(0, 0, int(width), int(height)))
	gles.GLBindFramebuffer(gles.GL_FRAMEBUFFER, 0)
	gles.GLPixelStorei(gles.GL_PACK_ALIGNMENT, 1)
	if gles.ContextVersion() >= 30 {
		gles.GLBindBuffer(gles.GL_PIXEL_PACK_BUFFER, 0)
		for _, name := range []gles.GLenum{gles.GL_PACK_ROW_LENGTH, gles.GL_PACK_SKIP_PIXELS, gles.GL_PACK_SKIP_ROWS} {
			gles.GLPixelStorei(name, 0)
		}
	}
	for y := range int(height) { // the first row of OpenGL ES is the lowest
		row := img.Pix[(int(height)-1-y)*img.Stride:][:img.Stride]
		var m gles.Memory
		gles.GLReadPixels(0, gles.GLint(y), gles.GLsizei(width), 1, gles.GL_RGBA, gles.GL_UNSIGNED_BYTE, gles.Pin(&m, row))
		m.Free()
		for x := 3; x < len(row); x += 4 {
			row[x] = 255 // the window shows no alpha
		}
	}
	return img
}

func write(img image.Image) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return png.Encode(f, img)
}
