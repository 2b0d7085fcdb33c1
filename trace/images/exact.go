package images

// Exact returns the values of all pixels, the lowest row first: 4 of a color, otherwise one. It returns nil if the picture has them
// without loss.
func (i *Image) Exact() []float64 {
	r := &i.reading
	if r.Format == stencilIndex || r.Format == red || r.Format != depthComponent && r.Type != typeFloat && r.Format != rgbaInteger {
		return nil
	}
	return numbers(r)
}
