package state

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// resource identifies an object: of a share group, of a context, or of EGL.
type resource struct {
	owner key
	class string
	name  uint64
}

// resource returns an object that the current call names.
func (t *tracker) resource(class string, name uint64) resource {
	switch of, ok := collections[class]; {
	case !ok:
		return resource{class: class, name: name}
	case of.shared:
		return resource{t.share(), class, name}
	}
	return resource{key{"context", int64(t.call.Context)}, class, name}
}

// at returns the node of an object, or nil.
func (t *tracker) at(r resource) *node {
	of, ok := collections[r.class]
	switch {
	case !ok:
		return nil
	case of.shared:
		return t.root.at(sharesKey, r.owner, word(of.kind), number(r.name))
	}
	return t.root.at(contextsKey, number(r.owner.number), word(of.kind), number(r.name))
}

// readNames notes that the current call needs the objects that it names. A deletion does not need them: without the object, it
// has no effect.
func (t *tracker) readNames() {
	if t.effect.deletes {
		return
	}
	for _, p := range t.effect.in {
		for _, name := range t.listed(p) {
			r := t.resource(p.class, name)
			t.need(t.names[r])
			if n := t.at(r); n != nil {
				t.need(n.origin)
			}
		}
	}
}

// nameObjects notes the objects that the current call created or deleted.
func (t *tracker) nameObjects() {
	for _, p := range t.effect.out {
		for _, name := range t.listed(p) {
			t.names[t.resource(p.class, name)] = t.origin()
		}
	}
	if t.effect.result != "" && t.call.Result.Bits != 0 {
		t.names[t.resource(t.effect.result, t.call.Result.Bits)] = t.origin()
	}
	if !t.effect.deletes {
		return
	}
	for _, p := range t.effect.in {
		for _, name := range t.listed(p) {
			t.deleted(t.resource(p.class, name))
		}
	}
}

// deleted notes that the current call deleted an object, perhaps later.
func (t *tracker) deleted(r resource) {
	n, created := t.at(r), t.names[r]
	if n != nil {
		t.undo(n.origin)
	}
	if created != nil && (n == nil || created != n.origin) {
		t.undo(created)
	}
	if n == nil {
		delete(t.names, r)
		delete(t.heads, r)
	}
}

// listed returns the names of objects in an argument.
func (t *tracker) listed(p classed) []uint64 {
	v := t.call.Args[p.param]
	if !p.list {
		if v.Bits == 0 {
			return nil
		}
		return []uint64{v.Bits}
	}
	return loaded(t.argument(&t.call.Function.Params[p.param], v, 0), t.payload).numbers()
}

// classed is a parameter that is the name of an object, or a list of names.
type classed struct {
	param int
	class string
	list  bool
}

// handles maps the types of EGL's handles to classes.
var handles = map[string]string{"EGLImage": "image", "EGLImageKHR": "image", "GLeglImageOES": "image", "EGLSync": "EGL sync", "EGLSyncKHR": "EGL sync"}

// classOf returns the class of the objects that a parameter names, or "".
func classOf(words *calltext.Formatter, f *file.Function, i int, p *file.Param) string {
	if class := handles[strings.TrimSpace(p.Type)]; class != "" {
		return class
	}
	return words.Reading(f, i).Class()
}

// findNames finds the parameters of a function that name objects.
func (e *effect) findNames(words *calltext.Formatter, f *file.Function) {
	for i := range f.Params {
		p := &f.Params[i]
		class := classOf(words, f, i, p)
		list := strings.HasSuffix(strings.TrimSpace(p.Type), "*")
		switch {
		case class == "":
		case p.Out && (strings.HasPrefix(f.Name, "glGen") || strings.HasPrefix(f.Name, "glCreate")):
			e.out = append(e.out, classed{i, class, list})
		case !p.Out:
			e.in = append(e.in, classed{i, class, list})
		}
	}
	if f.Result != nil {
		e.result = classOf(words, f, len(f.Params), f.Result)
	}
	e.deletes = strings.HasPrefix(f.Name, "glDelete") || strings.HasPrefix(f.Name, "eglDestroyImage") || strings.HasPrefix(f.Name, "eglDestroySync")
}
