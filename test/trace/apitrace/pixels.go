package apitrace

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// unpack has the unpack parameters: apitrace records the program's whole memory, our recording only the
// pixels.
type unpack map[uint64]int

// Parameter names of glPixelStorei.
const (
	rowLength   = 0x0cf2
	skipRows    = 0x0cf3
	skipPixels  = 0x0cf4
	alignment   = 0x0cf5
	skipImages  = 0x806d
	imageHeight = 0x806e
)

// apply handles glPixelStorei.
func (u unpack) apply(call *file.Call) {
	if call.Function.Name == "glPixelStorei" {
		u[call.Args[0].Uint()] = int(call.Args[1].Int())
	}
}

// tight returns the pixels without gaps. Their size is that in our recording.
func (u unpack) tight(call *file.Call, memory []byte, size int) ([]byte, error) {
	side := map[string]int{"width": 1, "height": 1, "depth": 1}
	for i, p := range call.Function.Params {
		if _, ok := side[p.Name]; ok {
			side[p.Name] = int(call.Args[i].Int())
		}
	}
	width, height, depth := side["width"], side["height"], side["depth"]
	if width*height*depth == 0 || size%(width*height*depth) != 0 {
		return nil, fmt.Errorf("%d bytes for %d x %d x %d pixels", size, width, height, depth)
	}
	pixel := size / (width * height * depth)
	row := max(u[rowLength], 0)
	if row == 0 {
		row = width
	}
	align := max(u[alignment], 1)
	if _, set := u[alignment]; !set {
		align = 4
	}
	stride := (row*pixel + align - 1) / align * align
	rows := u[imageHeight]
	if rows == 0 {
		rows = height
	}
	start := u[skipPixels]*pixel + u[skipRows]*stride
	if depth > 1 || u[skipImages] > 0 {
		start += u[skipImages] * rows * stride
	}
	var out []byte
	for z := range depth {
		for y := range height {
			at := start + (z*rows+y)*stride
			if at+width*pixel > len(memory) {
				return nil, fmt.Errorf("row %d of image %d is beyond apitrace's %d bytes", y, z, len(memory))
			}
			out = append(out, memory[at:at+width*pixel]...)
		}
	}
	return out, nil
}
