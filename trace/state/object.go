package state

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// viewOf is a share group with its previous state.
type viewOf struct {
	builder
	is, was *node
}

// object is an object of a share group.
type object struct {
	*viewOf
	name    uint64
	is, was *node
}

func (v *viewOf) each(kind string, with func(object)) {
	if v.is == nil || v.is.at(word(kind)) == nil {
		return
	}
	all := v.is.at(word(kind))
	for _, k := range v.sorted(all, all) {
		if v.ctx.Err() != nil {
			return
		}
		with(object{v, uint64(k.number), all.kids[k], v.was.at(word(kind), k)})
	}
}

func (o object) word(keys ...key) string {
	n := o.is.at(keys...)
	if n == nil {
		return ""
	}
	return o.text(keys[len(keys)-1], n)
}

// plain returns a text without quotes.
func (o object) plain(keys ...key) string {
	n := o.is.at(keys...)
	if n == nil {
		return ""
	}
	return o.string(n.value)
}

func (b *builder) string(v value) string {
	if v.data == nil {
		return v.text
	}
	data, err := b.payload(v.data.Payloads)
	if err != nil {
		return ""
	}
	return trimmed(data)
}

// trimmed returns a text of one or several zero-terminated pieces.
func trimmed(data []byte) string { return strings.ReplaceAll(string(data), "\x00", "") }

func (o object) number(name string) int64 { v, _ := o.is.number(word(name)); return int64(v) }

// changed compares values, not nodes: snapshots from different evaluations share no nodes.
func (o object) changed() bool { return o.was == nil || differ(o.is, o.was) }

func differ(a, b *node) bool {
	if a == b {
		return false
	}
	if !a.value.equal(b.value) || len(a.kids) != len(b.kids) {
		return true
	}
	for k, kid := range a.kids {
		if b.kids[k] == nil || differ(kid, b.kids[k]) {
			return true
		}
	}
	return false
}

func (o object) shader() Shader {
	s := Shader{Name: o.name, Label: o.plain(word("label")), Type: o.word(word("type")), Status: o.word(word("compile status")), Log: o.plain(word("log")), Changed: o.changed()}
	if source := o.plain(word("source")); source != "" {
		s.Lines = strings.Count(strings.TrimSuffix(source, "\n"), "\n") + 1
	}
	return s
}

func (o object) texture() Texture {
	t := Texture{Name: o.name, Label: o.plain(word("label")), Target: o.word(word("target")), Contents: []int64{}, Written: -1, Changed: o.changed()}
	levels := o.is.at(word("levels"))
	if levels == nil {
		return t
	}
	t.Levels = len(levels.kids)
	for _, k := range o.sorted(levels, levels) {
		l := object{o.viewOf, o.name, levels.kids[k], nil}
		if c := l.is.at(word("contents")); c != nil && c.pieces != nil && t.seen(c.pieces) {
			t.Contents, t.Written = append(t.Contents, k.number), max(t.Written, int(c.value.one))
			t.Exact = t.Exact || c.pieces.image.exact()
		}
		if l.number("width") > t.Width || t.Format == "" {
			t.Width, t.Height, t.Depth, t.Format = l.number("width"), l.number("height"), l.number("depth"), l.word(word("internal format"))
		}
	}
	return t
}

// unitsOf returns the units of a context that each texture is bound to, in order.
func unitsOf(context *node) map[uint64][]int64 {
	out := map[uint64][]int64{}
	for _, kind := range []string{"texture units", "image units"} {
		units := context.at(word(kind))
		if units == nil {
			continue
		}
		for _, unit := range slices.SortedFunc(maps.Keys(units.kids), func(a, b key) int { return cmp.Compare(a.number, b.number) }) {
			for k, n := range units.kids[unit].kids {
				if bound := n.def.reading.Class() == "texture" && n.value.one != 0; bound && k.name != "sampler" && !slices.Contains(out[n.value.one], unit.number) {
					out[n.value.one] = append(out[n.value.one], unit.number)
				}
			}
		}
	}
	return out
}

// seen reports whether contents can be shown, and stores the reason if not.
func (t *Texture) seen(last *piece) bool {
	if err := last.image.shows(); err != nil {
		t.Lack = err.Error()
		return false
	}
	return true
}

func (o object) buffer() Buffer {
	return Buffer{Name: o.name, Label: o.plain(word("label")), Size: o.number("size"), Usage: o.word(word("usage")), Mapped: o.number("mapped") != 0, Changed: o.changed()}
}

// kids calls with for the children of a part, in order.
func (o object) kids(part string, with func(key, object)) {
	n := o.is.at(word(part))
	if n == nil {
		return
	}
	var was *node
	if o.was != nil {
		was = o.was.at(word(part))
	}
	for _, k := range o.sorted(n, n) {
		with(k, object{o.viewOf, o.name, n.kids[k], was.at(k)})
	}
}
