package apitrace

import "github.com/gleslayergen/gleslayergen/trace/file"

// store is called after glPixelStorei.
func (x *writer) store(c *file.Call) error {
	pname := c.Args[0].Uint()
	if _, unpack := tight[pname]; unpack {
		x.context(c.Context).unpack[pname] = c.Args[1].Int()
	}
	return nil
}

// tight has the values of glPixelStorei for pixels without gaps between the rows, which is how a recording
// stores them.
var tight = map[uint64]named{
	alignment: {"GL_UNPACK_ALIGNMENT", 1}, rowLength: {"GL_UNPACK_ROW_LENGTH", 0}, skipRows: {"GL_UNPACK_SKIP_ROWS", 0},
	skipPixels: {"GL_UNPACK_SKIP_PIXELS", 0}, imageHeight: {"GL_UNPACK_IMAGE_HEIGHT", 0}, skipImages: {"GL_UNPACK_SKIP_IMAGES", 0},
}

// tightOrder is the order in which they are set.
var tightOrder = []uint64{alignment, rowLength, skipRows, skipPixels, imageHeight, skipImages}

// tighten sets the layout of the pixels of the next call, and loosen restores that of the program.
func (x *writer) tighten(c *file.Call) (bool, error) {
	if x.hasGaps(c) {
		x.layout(c, func(pname uint64) int64 { return int64(tight[pname].value) })
	}
	return true, nil
}

func (x *writer) loosen(c *file.Call) error {
	if x.hasGaps(c) {
		unpack := x.context(c.Context).unpack
		x.layout(c, func(pname uint64) int64 { return unpack[pname] })
	}
	return nil
}

// layout sets the values that the program changed.
func (x *writer) layout(c *file.Call, value func(pname uint64) int64) {
	unpack := x.context(c.Context).unpack
	for _, pname := range tightOrder {
		if set, ok := unpack[pname]; ok && set != int64(tight[pname].value) {
			x.fakeCall(c.Thread, "glPixelStorei", nil, fakeArg{"pname", named{tight[pname].name, pname}}, fakeArg{"param", int(value(pname))})
		}
	}
}

// hasGaps reports whether the program's pixels had another layout in memory than in the recording.
func (x *writer) hasGaps(c *file.Call) bool {
	v, _ := c.Arg("pixels")
	if !v.HasData() {
		return false
	}
	unpack := x.context(c.Context).unpack
	for pname, value := range unpack {
		if pname != alignment && value != 0 {
			return true
		}
	}
	width, _ := c.Arg("width")
	height, _ := c.Arg("height")
	rows := height.Int()
	if depth, ok := c.Arg("depth"); ok && rows < 1<<31 {
		rows *= max(1, min(depth.Int(), 1<<31))
	}
	if width.Int() <= 0 || rows <= 1 {
		return false
	}
	row := int64(v.Data.Size) / rows
	return row%max(1, unpack[alignment]) != 0
}
