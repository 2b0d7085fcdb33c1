package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// TestPictures: the screenshots of the documentation exist, and are small.
func TestPictures(t *testing.T) {
	for _, shot := range shots {
		b, err := os.ReadFile(filepath.Join("../../../docs", shot.name))
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(b))
		if err != nil || config.Width != width || config.Height != height || len(b) >= 350<<10 {
			t.Errorf("%s: %d x %d, %d bytes, %v: go run ./viewer/picture", shot.name, config.Width, config.Height, len(b), err)
		}
	}
}
