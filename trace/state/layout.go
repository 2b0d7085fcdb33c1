package state

// strides has the bytes from row to row, from layer to layer, and to the first pixel.
func (i *image) strides(pixel int64) (row, layer, first int64) {
	s := i.store
	length, height := i.box[3], i.box[4]
	if s.rowLength > 0 {
		length = s.rowLength
	}
	if s.imageHeight > 0 {
		height = s.imageHeight
	}
	row = length * pixel
	if s.alignment > 1 {
		row = (row + s.alignment - 1) / s.alignment * s.alignment
	}
	layer = row * height
	return row, layer, s.skipImages*layer + s.skipRows*row + s.skipPixels*pixel
}

// size returns the size in bytes of the data in the program's memory.
func (i *image) size() (int64, error) {
	if i.compressed {
		return i.packedSize()
	}
	px, err := pixelsOf(i.format, i.kind)
	if err != nil {
		return 0, err
	}
	pixel := int64(px.size)
	row, layer, first := i.strides(pixel)
	return first + layer*(i.box[5]-1) + row*(i.box[4]-1) + i.box[3]*pixel, nil
}

// deep reports whether the image has more than 8 bits for each channel.
func (i *image) deep() bool {
	if i.compressed {
		f, _ := lookupETC(i.format)
		return f.Deep
	}
	px, err := pixelsOf(i.format, i.kind)
	return err == nil && px.deep()
}

// shows returns why the image cannot be shown, or nil if it can.
func (i *image) shows() (err error) {
	if i.compressed {
		_, err = i.packing()
	} else {
		_, err = pixelsOf(i.format, i.kind)
	}
	return err
}
