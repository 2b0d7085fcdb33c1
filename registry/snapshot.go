package registry

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A snapshot is the model as text: one fact per line, tab-separated, sorted, so that diff can compare two
// dates. Lines that belong to a command, version or extension follow it:
//
//	source     FILE DATE SHA256
//	type       NAME KIND [TARGET [DECLARATION...]]
//	group      NAME [bitmask]
//	enum       NAME VALUE [type=T] [alias=NAME] [groups=A,B]
//	command    NAME RESULT [group=G] [kind=K] [class=C] [aliases=A,B]
//	param      NAME TYPE [group=G] [kind=K] [class=C] [len=EXPRESSION]
//	feature    NAME API NUMBER
//	extension  NAME APIS
//	has        type|enum|command NAME [API]
const snapshotHeader = "# gleslayergen registry snapshot 1"

const snapshotNotice = snapshotHeader + `
# Made by "gleslayergen registry import"; do not edit.
# Facts of gl.xml and egl.xml, Copyright 2013-2026 The Khronos Group Inc., SPDX-License-Identifier: Apache-2.0
# https://github.com/KhronosGroup/OpenGL-Registry, https://github.com/KhronosGroup/EGL-Registry
`

//go:embed snapshot/registry.txt
var builtin string

// Builtin returns the embedded snapshot, decoded once (about 10 ms).
var Builtin = sync.OnceValue(func() *Registry {
	r, err := ReadSnapshot(builtin)
	if err != nil {
		panic("embedded registry snapshot: " + err.Error()) // a build error: a test decodes the snapshot
	}
	return r
})

// WriteSnapshot writes the model in snapshot form, without corrections.
func (r *Registry) WriteSnapshot(w io.Writer) error {
	r = r.uncorrected()
	b := bufio.NewWriter(w)
	b.WriteString(snapshotNotice)
	s := snapshotWriter{b}
	for _, src := range r.Sources {
		s.line("source", src.Name, src.Date, src.SHA256)
	}
	for _, t := range r.Types {
		s.line(append([]string{"type", t.Name}, t.fields()...)...)
	}
	for _, g := range r.Groups {
		s.line("group", g.Name, flag(g.Bitmask))
	}
	for _, e := range r.Enums {
		s.line("enum", e.Name, fmt.Sprintf("%#x", e.Value), pair("type", e.Type), pair("alias", e.Alias),
			pair("groups", strings.Join(e.Groups, ",")))
	}
	for _, c := range r.Commands {
		s.command(c)
	}
	for _, f := range r.Features {
		s.line("feature", f.Name, string(f.API), f.Number)
		s.requires(f.Requires)
	}
	for _, x := range r.Extensions {
		s.line("extension", x.Name, joinAPIs(x.Supported))
		s.requires(x.Requires)
	}
	return b.Flush()
}

type snapshotWriter struct{ *bufio.Writer }

// line writes the words that are not empty.
func (s snapshotWriter) line(words ...string) {
	for i, w := range words {
		if w == "" {
			if i < 3 { // positions of the fixed words
				w = "-"
			} else {
				continue
			}
		}
		if i > 0 {
			s.WriteByte('\t')
		}
		s.WriteString(w)
	}
	s.WriteByte('\n')
}

func (s snapshotWriter) command(c *Command) {
	p := c.Return
	s.line("command", c.Name, p.Type.String(), pair("group", p.Group), pair("kind", p.Kind),
		pair("class", p.Class), pair("len", p.Len.String()), pair("aliases", strings.Join(c.Aliases, ",")))
	for _, p := range c.Params {
		s.line("param", p.Name, p.Type.String(), pair("group", p.Group), pair("kind", p.Kind),
			pair("class", p.Class), pair("len", p.Len.String()))
	}
}

func (s snapshotWriter) requires(list []Require) {
	for _, q := range list {
		for _, kind := range []struct {
			word  string
			names []string
		}{{"type", q.Types}, {"enum", q.Enums}, {"command", q.Commands}} {
			for _, name := range kind.names {
				s.line("has", kind.word, name, string(q.API))
			}
		}
	}
}

func pair(key, value string) string {
	if value == "" {
		return ""
	}
	return key + "=" + value
}

func flag(bitmask bool) string {
	if bitmask {
		return "bitmask"
	}
	return ""
}

func joinAPIs(apis []API) string {
	words := make([]string, len(apis))
	for i, a := range apis {
		words[i] = string(a)
	}
	return strings.Join(words, ",")
}
