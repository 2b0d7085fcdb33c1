package state

import (
	_ "embed"
	stdpath "path"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

//go:embed data/effects.tsv
var effectsTable string

// effectRow is a row of effects.tsv.
type effectRow struct {
	patterns []string
	kind     string
}

var effectRows = sync.OnceValue(func() []effectRow {
	return table.Must("effects.tsv", effectsTable, 3, table.Row(func(row []string) effectRow {
		return effectRow{strings.Split(row[0], ","), row[1]}
	}))
})

// effect is what a tracker knows about a function in addition to the rules for the state.
type effect struct {
	kind    string // in effects.tsv; empty: only its rules apply
	f       *compiled
	in, out []classed
	result  string // class of the result
	deletes bool   // the objects of in
	renews  bool   // a call replaces the effect of earlier calls, also if it sets equal values
}

func (t *tracker) effectOf(f *file.Function) *effect {
	if e := t.effects[f]; e != nil {
		return e
	}
	e := &effect{kind: kindOf(f.Name), f: t.compiledOf(f)}
	if e.kind != "nothing" {
		e.findNames(t.rules.words, f)
	}
	e.renews = len(e.in) > 0 || e.kind == "link" || replaces(f.Name)
	t.effects[f] = e
	return e
}

// compiledOf returns a function with its rules, or without rules if it has none.
func (t *tracker) compiledOf(f *file.Function) *compiled {
	if out := t.rules.function(f); out != nil {
		return out
	}
	out := &compiled{name: f.Name, f: f, words: t.rules.words, params: paramsOf(f.Name, f)}
	if err := out.prepare(); err != nil {
		panic("lookups.tsv: " + err.Error())
	}
	return out
}

// kindOf returns the kind of a function, or "" if only its rules apply.
func kindOf(name string) string {
	for _, row := range effectRows() {
		for _, pattern := range row.patterns {
			if match, _ := stdpath.Match(pattern, name); match {
				return row.kind
			}
		}
	}
	return KindOfDrawing(name)
}

// replaces reports whether the rules of a function replace contents.
func replaces(name string) bool {
	names := []string{name}
	if command, ok := registry.Builtin().Command(name); ok {
		names = append(names, command.Aliases...)
	}
	for _, name := range names {
		for _, row := range rulesOf()[name] {
			if row[1] == "do" && (row[3] == "whole" || row[3] == "record" || row[2] == "storage" || row[2] == "mipmap") || strings.HasSuffix(row[2], "/image") {
				return true
			}
		}
	}
	return false
}

// steps are what a tracker does for the kinds of functions, before and after it applies their rules.
var steps = map[string]struct{ before, after func(*tracker) }{
	"draw":       {(*tracker).draw, nil},
	"dispatch":   {(*tracker).dispatch, nil},
	"clear":      {(*tracker).clear, nil},
	"blit":       {(*tracker).blit, nil},
	"read":       {(*tracker).readPixels, nil},
	"copy":       {(*tracker).copyPixels, nil},
	"copy image": {(*tracker).copyImage, nil},
	"invalidate": {(*tracker).invalidate, nil},
	"mipmap":     {(*tracker).generate, nil},
	"swap":       {(*tracker).swap, nil},
	"surface":    {(*tracker).surface, nil},
	"window":     {(*tracker).window, nil},
	"link":       {(*tracker).link, nil},
	"source":     {(*tracker).compile, nil},
	"array":      {(*tracker).array, nil},
	"barrier":    {(*tracker).barrier, nil},
	"flush":      {nil, (*tracker).flush},
	"image":      {(*tracker).image, nil},
	"image of":   {nil, (*tracker).imageTarget},
	"source of":  {nil, (*tracker).sourceOf},
	"change":     {nil, (*tracker).keepChange},
	"keep":       {nil, (*tracker).keepCall},
	"query":      {(*tracker).readStatus, nil},
}

// keepChange keeps a call that changed the state.
func (t *tracker) keepChange() {
	if t.changed {
		t.keepCall()
	}
}

func (t *tracker) keepCall() { t.always = append(t.always, t.origin()) }

// link notes that linking needs the program as it is, with its shaders.
func (t *tracker) link() {
	program := t.root.at(t.sharePath(programsKey, number(t.argOf("program")))...)
	t.needAll(program)
	if attached := program.at(shadersKey); attached != nil {
		for shader := range attached.kids {
			t.needAll(t.root.at(t.sharePath(shadersKey, shader)...))
		}
	}
}

// readStatus notes that the status of a framebuffer depends on its attachments, without their contents.
func (t *tracker) readStatus() {
	if !strings.HasPrefix(t.call.Function.Name, "glCheckFramebufferStatus") {
		return
	}
	binding := t.boundTarget()
	name, _ := t.root.number(t.contextPath(word("framebuffer bindings"), word(binding))...)
	t.needAll(t.root.at(t.contextPath(word("framebuffers"), number(name))...))
	for _, a := range t.attachments(binding) {
		t.need(t.names[a.of])
		of := t.at(a.of)
		t.needValues(of)
		t.needValues(of.at(word("levels"), number(a.number)))
	}
}

// needValues is need for an object or a part of one, and its own values.
func (t *tracker) needValues(n *node) {
	if n == nil {
		return
	}
	t.need(n.origin)
	for _, o := range n.gone {
		t.need(o)
	}
	for _, kid := range n.kids {
		if len(kid.kids) == 0 {
			t.need(kid.origin)
		}
	}
}

// compile notes that compiling needs the source.
func (t *tracker) compile() {
	t.read(t.sharePath(shadersKey, number(t.argOf("shader")), word("source")))
}

// array keeps a client array with the next draw of its thread.
func (t *tracker) array() {
	t.arrays[t.call.Thread] = append(t.arrays[t.call.Thread], t.origin())
}

// barrier keeps a call with the last draw or dispatch of its context.
func (t *tracker) barrier() {
	t.undo(t.work[t.call.Context])
}

// flush keeps a call with the mapping of the buffer.
func (t *tracker) flush() {
	_, mapping := t.findOrigin(t.sharePath(word("buffers"), number(t.bound("buffer")), word("mapped")))
	t.undo(mapping)
}

// sourceOf keeps the contents of the source of an image with the call that created the image.
func (t *tracker) sourceOf() {
	if len(t.call.Args) > 0 {
		t.undo(t.names[resource{class: "image", name: t.call.Args[0].Bits}])
	}
}
