package file

// farthest is how many calls behind a draw its image is looked for: it is read back without waiting for it.
const farthest = 4096

// DrawImage finds the call gltrace.DrawImage with the image of what a draw left; -1 if there is none.
func (f *File) DrawImage(draw int) (int, error) {
	drawn, err := f.Call(draw)
	if err != nil || !drawn.Function.IsDraw() {
		return -1, err
	}
	var draws uint64
	for call, err := range f.Calls(draw+1, min(draw+1+farthest, f.Len())) {
		switch {
		case err != nil:
			return -1, err
		case call.Thread != drawn.Thread || call.Context != drawn.Context:
		case call.Function.IsDraw():
			draws++
		case call.Function.Name == "gltrace.DrawImage" && call.ago() == draws:
			return call.Index, nil
		}
	}
	return -1, nil
}

// ago is how many draws ago an image was taken.
func (c *Call) ago() uint64 {
	cells := make([]uint64, len(c.Args))
	for i, v := range c.Args {
		cells[i] = v.Bits
	}
	return uint64(c.Function.ago(cells))
}
