package file

import "github.com/gleslayergen/gleslayergen/trace/format"

// order is the order in which the calls of a batch began. Calls are recorded when they end, so a nested call
// precedes its enclosing call in the batch.
type order struct {
	at    []uint32 // index of the call at a place; nil if no calls are nested
	depth []uint16 // nesting depth of the call at a place; nil if no calls are nested
	keys  []uint64 // ticks at which the calls began; never decreasing
}

// orderOf orders the calls of a batch. floor is the key of the thread's previous call.
func orderOf(c *format.Calls, floor uint64) order {
	var o order
	for i := 1; i < len(c.Starts) && c.AllTimed; i++ { // without times, nesting is unknown
		if c.Starts[i] < c.Starts[i-1] {
			o.nest(c.Starts)
			break
		}
	}
	o.keys = c.Starts
	if o.at == nil && (len(c.Starts) == 0 || c.Starts[0] >= floor) {
		return o
	}
	o.keys = make([]uint64, len(c.Starts))
	for i := range o.keys {
		floor = max(floor, c.Starts[o.call(i)])
		o.keys[i] = floor
	}
	return o
}

// call returns the index of the call at a place.
func (o *order) call(place int) int {
	if o.at == nil {
		return place
	}
	return int(o.at[place])
}

// nest computes the nesting. On one thread, a call that ended later and began earlier than another one
// encloses it.
func (o *order) nest(starts []uint64) {
	const deepest = 1<<16 - 1
	begin := make([]uint32, len(starts)) // first of the calls within a call
	var open []uint32                    // calls that have no enclosing call so far
	for i, start := range starts {
		begin[i] = uint32(i)
		for len(open) > 0 && starts[open[len(open)-1]] > start {
			begin[i] = begin[open[len(open)-1]]
			open = open[:len(open)-1]
		}
		open = append(open, uint32(i))
	}
	o.at, o.depth = make([]uint32, len(starts)), make([]uint16, len(starts))
	var around []uint32
	for i := len(starts) - 1; i >= 0; i-- {
		for len(around) > 0 && uint32(i) < begin[around[len(around)-1]] {
			around = around[:len(around)-1]
		}
		place := int(begin[i]) + len(around)
		o.at[place], o.depth[place] = uint32(i), uint16(min(len(around), deepest))
		around = append(around, uint32(i))
	}
}
