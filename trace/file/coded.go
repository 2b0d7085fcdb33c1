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
	mapping(c, x.images, func(call int) int {
		num(c, &call, 0)
		return call
	})
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
