package state

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// handlers implement what the tables cannot express, by their names in rules.tsv.
var handlers = map[string]func(*machine, *rule){
	"image": imageHandler, "storage": storageHandler, "mipmap": mipmapHandler, "external": externalHandler,
	"buffer": bufferHandler, "copy": copyHandler,
	"uniform": uniformHandler, "uniforms asked": uniformsAskedHandler, "resource": resourceHandler,
	"use": useHandler, "delete program": deleteProgramHandler, "delete shader": deleteShaderHandler, "detach": detachHandler,
	"stages": stagesHandler, "push": pushHandler, "pop": popHandler, "get": getHandler, "context": contextHandler,
}

// arg returns an argument by the registry's name.
func (m *machine) arg(name string) (file.Value, bool) {
	i, ok := m.f.params[name]
	if !ok {
		return file.Value{}, false
	}
	return m.call.Args[i], true
}

// argOf returns the first existing argument with one of these names as a signed number, or 0.
func (m *machine) argOf(names ...string) int64 {
	for _, name := range names {
		if v, ok := m.arg(name); ok {
			return v.Int()
		}
	}
	return 0
}

func (m *machine) has(name string) bool { _, ok := m.f.params[name]; return ok }

// values returns the value of an argument by name.
func (m *machine) values(name string) value {
	i, ok := m.f.params[name]
	if !ok {
		return value{}
	}
	return m.eval(&term{arg: i})
}

// bound returns the value of a lookup in lookups.tsv.
func (m *machine) bound(name string) uint64 {
	t, ok := m.f.bound[name]
	if !ok {
		return 0
	}
	return m.eval(&t).one
}

// contextPath and sharePath return paths below the current context and share group.
func (m *machine) contextPath(keys ...key) []key {
	return append(m.own(make([]key, 0, 2+len(keys)), "context"), keys...)
}

func (m *machine) sharePath(keys ...key) []key {
	return append(m.own(make([]key, 0, 2+len(keys)), "share"), keys...)
}

func whole(n int64) value { return value{have: true, cell: cellLong, one: uint64(n)} }

func captured(d *file.Data) bool { return d != nil && d.Capture == tracepb.Capture_CAPTURE_DATA }

// contextHandler handles gltrace.Context: number, handle, major, minor, share.
func contextHandler(m *machine, _ *rule) {
	a := m.call.Args
	at := func(name string) []key { return []key{contextsKey, number(uint32(a[0].Bits)), word(name)} }
	m.set(at("handle"), value{have: true, cell: cellUlong, one: a[1].Bits})
	m.set(at("version"), value{have: true, cell: cellInt, many: []uint64{a[2].Bits, a[3].Bits}})
	m.set(at("share group"), whole(int64(uint32(a[4].Bits))))
}

// pushHandler pushes a debug group.
func pushHandler(m *machine, r *rule) {
	text, _ := m.text(m.values(r.extra))
	groups := m.contextPath(word("debug groups"))
	depth := 0
	if n := m.root.at(groups...); n != nil {
		depth = len(n.kids)
	}
	if depth < mostGroups {
		m.set(append(groups, number(depth+1)), value{have: true, text: text})
	}
}

// mostGroups limits the stack for a program that never pops.
const mostGroups = 1024

func popHandler(m *machine, _ *rule) {
	groups := m.contextPath(word("debug groups"))
	if n := m.root.at(groups...); n != nil && len(n.kids) > 0 {
		m.drop(append(groups, number(len(n.kids))))
	}
}
