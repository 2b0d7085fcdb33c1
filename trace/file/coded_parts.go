package file

func (t *thread) code(c *codec) {
	num(c, &t.Number, 0)
	num(c, &t.Tid, 0)
	c.text(&t.Name)
	num(c, &t.Calls, 0)
	for _, v := range []*uint64{&t.next.Sequence, &t.next.First, &t.next.Dropped, &t.next.Uncaptured, &t.last, &t.beginTime} {
		num(c, v, 0)
	}
	for _, v := range []*int{&t.begin, &t.draws} {
		num(c, v, 0)
	}
	c.flag(&t.began)
	sliced(c, &t.frames, func(v, before *int32) { num(c, v, *before) })
}

func (v *Context) code(c *codec) {
	num(c, &v.Number, 0)
	num(c, &v.Handle, 0)
	num(c, &v.Major, 0)
	num(c, &v.Minor, 0)
	num(c, &v.Share, 0)
	num(c, &v.Calls, 0)
	c.flag(&v.Desktop)
}

func (r *reference) code(c *codec, before *reference) {
	num(c, &r.offset, before.offset+before.size)
	num(c, &r.size, before.size)
}

func (p *payloads) code(c *codec) {
	paged(c, &p.ascending, func(v, before *numbered) {
		num(c, &v.id, before.id)
		v.reference.code(c, &before.reference)
	})
	if p.others == nil {
		p.others = map[uint64]reference{}
	}
	mapping(c, p.others, func(r reference) reference {
		r.code(c, &reference{})
		return r
	})
}

func (b *batch) code(c *codec, before *batch) {
	num(c, &b.offset, before.offset+int64(before.size))
	num(c, &b.size, before.size)
	num(c, &b.count, before.count)
	num(c, &b.thread, before.thread)
	num(c, &b.context, before.context)
	num(c, &b.draws, before.draws)
	num(c, &b.floor, before.floor)
	num(c, &b.first, b.floor)
	num(c, &b.last, b.first)
	num(c, &b.end, b.last)
	num(c, &b.busy, before.busy)
}

func (g *groups) code(c *codec) {
	mapping(c, g.open, func(n int32) int32 {
		num(c, &n, 0)
		return n
	})
	mapping(c, g.levels, func(levels *pages[level]) *pages[level] {
		if levels == nil {
			levels = &pages[level]{}
		}
		paged(c, levels, func(v, before *level) {
			num(c, &v.block, before.block)
			num(c, &v.lowest, before.lowest)
			num(c, &v.after, before.after)
		})
		return levels
	})
}

func (f *Frame) code(c *codec, before *Frame) {
	num(c, &f.First, before.Last)
	num(c, &f.Last, f.First)
	num(c, &f.Thread, before.Thread)
	num(c, &f.Context, before.Context)
	num(c, &f.Start, before.Start)
	num(c, &f.Duration, before.Duration)
	num(c, &f.Draws, before.Draws)
	num(c, &f.Image, f.Last)
	num(c, &f.begin, before.begin)
	num(c, &f.end, f.begin)
}
