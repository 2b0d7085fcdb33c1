package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/png"
	"os"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

const width, height = 1024, 768

// A screen is a running X server and the file with its picture.
type screen struct {
	server *testutil.XServer
	file   string
}

// Times between two pictures, and number of equal pictures that make a still scene.
const (
	between = 500 * time.Millisecond
	still   = 4
)

// picture waits until the program has drawn, and returns the picture of a still scene, or of a moment. A program that clock.so stops is
// not still before that: it can load for seconds.
func (x screen) picture(p program, pid int, ended <-chan struct{}) ([]byte, error) {
	var begun time.Time
	var last []byte
	same := 0
	for deadline := time.Now().Add(limit + p.wait); time.Now().Before(deadline); {
		select {
		case <-ended:
			return nil, errors.New("it ended before its picture was there")
		case <-time.After(between):
		}
		now := x.pixels()
		if !drawn(now, p.colors) || signals[p.stop] == syscall.SIGCONT && !isStopped(pid) {
			continue
		}
		if begun.IsZero() {
			begun = time.Now()
		}
		if same++; !bytes.Equal(now, last) {
			last, same = now, 1
		}
		if time.Since(begun) >= p.wait && (p.picture == similar || same >= still) {
			return now, nil
		}
	}
	if last == nil {
		return nil, errors.New("it drew nothing")
	}
	return nil, errors.New("its picture does not stand still")
}

// pixels returns the picture: the file without its header and color table. The first number of the header is its length,
// the twentieth the number of colors, of twelve bytes each.
func (x screen) pixels() []byte {
	file, err := os.ReadFile(x.file)
	if err != nil || len(file) < 4*width*height {
		return nil
	}
	return file[binary.BigEndian.Uint32(file)+12*binary.BigEndian.Uint32(file[19*4:]):]
}

// drawn reports whether a picture has at least this number of colors.
func drawn(pixels []byte, least int) bool {
	colors := map[uint32]bool{}
	for at := 0; at+4 <= len(pixels) && len(colors) < least; at += 4 {
		colors[binary.LittleEndian.Uint32(pixels[at:])] = true
	}
	return len(colors) >= least
}

// differing returns the share of pixels that differ, from 0 to 1.
func differing(a, b []byte) float64 {
	n := 0
	for at := 0; at+4 <= min(len(a), len(b)); at += 4 {
		if !bytes.Equal(a[at:at+4], b[at:at+4]) {
			n++
		}
	}
	return float64(n) / (width * height)
}

// savePicture writes a PNG, to be seen if the files of a run are kept.
func savePicture(path string, pixels []byte) error {
	if len(pixels) < 4*width*height {
		return nil
	}
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for at := 0; at < 4*width*height; at += 4 {
		m.Pix[at], m.Pix[at+1], m.Pix[at+2], m.Pix[at+3] = pixels[at+2], pixels[at+1], pixels[at], 255
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, m), f.Close())
}
