package format

import "slices"

// Pick returns a copy of some of the calls, by their ascending indices.
func (c *Calls) Pick(list []int) *Calls {
	out := &Calls{AllTimed: c.AllTimed, at: make([]uint32, 1, len(list)+1)}
	if c.firstCapture != nil {
		out.firstCapture = make([]uint32, 1, len(list)+1)
	}
	for _, from := range list {
		out.Function = append(out.Function, c.Function[from])
		out.Starts, out.Ends = append(out.Starts, c.Starts[from]), append(out.Ends, c.Ends[from])
		if c.Flags != nil {
			out.Flags = append(out.Flags, c.Flags[from])
		}
		if c.Timed != nil {
			out.Timed = append(out.Timed, c.Timed[from])
		}
		out.cells = append(out.cells, c.Cells(from)...)
		out.at = append(out.at, uint32(len(out.cells)))
		if c.firstCapture != nil {
			for _, one := range c.Captures(from) {
				one.Payloads = slices.Clone(one.Payloads)
				out.captures = append(out.captures, one)
			}
			out.firstCapture = append(out.firstCapture, uint32(len(out.captures)))
		}
	}
	return out
}
