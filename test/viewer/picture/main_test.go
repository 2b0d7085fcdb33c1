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
	names := []string{settingsPicture}
	for _, shot := range shots {
		names = append(names, shot.name)
	}
	for _, name := range names {
		b, err := os.ReadFile(filepath.Join("../../../docs", name))
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(b))
		if err != nil || config.Width != width || config.Height != height || len(b) >= 350<<10 {
			t.Errorf("%s: %d x %d, %d bytes, %v: go run ./viewer/picture", name, config.Width, config.Height, len(b), err)
		}
	}
}
