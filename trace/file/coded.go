package file

import (
	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// code codes all fields of an index that has no pending batches, except the Hello.
func (x *index) code(c *codec) {
	codeTotals(c, x)
	x.options = codedMessage(c, x.options)
	x.omitted = codedMessage(c, x.omitted)
	x.end = codedMessage(c, x.end)
	num(c, &x.clock.rate, 0)
	sliced(c, &x.clock.points, func(p, before *point) {
		num(c, &p.ticks, before.ticks)
		num(c, &p.ns, before.ns)
		num(c, &p.boot, before.boot)
	})
	x.functions.code(c)
	sliced(c, &x.threads, func(t, _ **thread) {
		if c.reads() {
			*t = &thread{}
		}
		(*t).code(c)
	})
	sliced(c, &x.contexts, func(v, _ *Context) { v.code(c) })
	x.payloads.code(c)
	paged(c, &x.batches, func(b, before *batch) { b.code(c, before) })
	paged(c, &x.runs, func(r, before *run) {
		num(c, &r.first, before.first)
		num(c, &r.batch, before.batch)
		num(c, &r.place, before.place)
	})
	paged(c, &x.blocks, func(b, before *block) {
		sliced(c, (*[]uint64)(&b.functions), func(v, _ *uint64) { *v = c.uint(*v) })
		c.flag(&b.more)
		num(c, &b.start, before.start)
		num(c, &b.end, b.start)
	})
	x.groups.code(c)
	sliced(c, &x.frames, func(f, before *Frame) { f.code(c, before) })
	sliced(c, &x.gaps, func(g, _ *Gap) {
		num(c, &g.Before, 0)
		num(c, &g.Thread, 0)
		num(c, &g.Calls, 0)
		num(c, &g.Dropped, 0)
		num(c, &g.Batches, 0)
	})
}

func codeTotals(c *codec, x *index) {
	t := &x.totals
	for _, v := range []*uint64{&t.Dropped, &t.Uncaptured, &t.Lost, &t.Batches} {
		num(c, v, 0)
	}
	for _, v := range []*int{&t.Damaged, &t.Payloads, &x.calls, &x.counted, &x.clocked} {
		num(c, v, 0)
	}
	num(c, &x.kept, 0)
	num(c, &x.opened, 0)
	num(c, &x.good, 0)
}

// codedMessage codes a message, which may be nil.
func codedMessage[T any, M interface {
	*T
	proto.Message
}](c *codec, m M) M {
	has := m != nil
	if c.flag(&has); !has {
		return nil
	}
	var body []byte
	if !c.reads() {
		body, _ = proto.Marshal(m)
	}
	if c.bytes(&body); !c.reads() {
		return m
	}
	m = new(T)
	if err := proto.Unmarshal(body, m); err != nil {
		c.fail(err)
	}
	return m
}

// code codes the definitions of functions, in the order of Function.ID.
func (d *dictionary) code(c *codec) {
	ids, offsets := make([]uint32, len(d.all)), make([]int64, len(d.all))
	for id, versions := range d.byID {
		for _, v := range versions {
			ids[v.f.ID], offsets[v.f.ID] = id, v.offset
		}
	}
	var before int64
	each(c, len(d.all), func(i int) {
		var offset int64
		var f *tracepb.Function
		if !c.reads() {
			f, offset = d.all[i].message(ids[i]), offsets[i]
		}
		num(c, &offset, before)
		before = offset
		if f = codedMessage(c, f); !c.reads() || c.lastErr != nil {
			return
		}
		if err := d.define(f, offset); err != nil || len(d.all) != i+1 {
			c.fail(errIndex)
		}
	})
}

// message returns the definition of the function with an ID of the recorder.
func (f *Function) message(id uint32) *tracepb.Function {
	out := &tracepb.Function{Id: id, Name: f.Name}
	for i := range f.Params {
		out.Parameters = append(out.Parameters, f.Params[i].message())
	}
	if f.Result != nil {
		out.Result = f.Result.message()
	}
	return out
}

func (p *Param) message() *tracepb.Parameter {
	return &tracepb.Parameter{Name: p.Name, Type: p.Type, Group: p.Group, Cell: p.Cell, Bits: p.Bits, Data: p.Data, Missing: p.Missing,
		Out: p.Out, Element: p.Element}
}

func (t *thread) code(c *codec) {
	num(c, &t.Number, 0)
	num(c, &t.Tid, 0)
	c.text(&t.Name)
	num(c, &t.Calls, 0)
	for _, v := range []*uint64{&t.next.Sequence, &t.next.First, &t.next.Dropped, &t.next.Uncaptured, &t.last, &t.beginTime} {
		num(c, v, 0)
	}
	for _, v := range []*int{&t.begin, &t.draws, &t.image} {
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
