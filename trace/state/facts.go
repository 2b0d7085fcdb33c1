package state

import (
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// queryRows maps names to the paths in queries.tsv.
var queryRows = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, row := range table.Rows("queries.tsv", registry.StateTable("queries.tsv"), 3) {
		out[row[0]] = row[1]
	}
	return out
})

// parseQueries parses the paths of queries.tsv for a function that queries values by name. The key is the value of a name: other
// enums can have the same value, such as GL_COPY_WRITE_BUFFER and GL_COPY_WRITE_BUFFER_BINDING.
func (c *compiled) parseQueries() error {
	c.query = map[uint64]path{}
	_, indexed := c.params["index"]
	for name, text := range queryRows() {
		base, of := strings.CutSuffix(name, "[]")
		if of != indexed {
			continue
		}
		p, err := c.parsePath(text)
		if err != nil {
			return err
		}
		c.query[literal(base, cellUint)] = p
	}
	return nil
}

// momentary has queries whose results change without a call that sets them.
var momentary = map[string]bool{
	"GL_DEBUG_GROUP_STACK_DEPTH":          true,
	"GL_DEBUG_LOGGED_MESSAGES":            true,
	"GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH": true,
	"GL_GPU_DISJOINT_EXT":                 true,
	"GL_TIMESTAMP":                        true,
	"GL_TIMESTAMP_EXT":                    true,
}

// getHandler handles the result of glGetIntegerv and similar functions, which the recorder captured.
func getHandler(m *machine, _ *rule) {
	name := "pname"
	if !m.has(name) {
		name = "target"
	}
	v := loaded(m.values("data"), m.payload)
	if !v.have || v.data != nil {
		return
	}
	asked := uint64(uint32(m.argOf(name)))
	if p, ok := m.f.query[asked]; ok {
		m.fact(&p, asked, v)
		return
	}
	pname := m.f.words.Reading(m.f.f, m.f.params[name]).Text(asked, cellUint)
	if momentary[pname] {
		return
	}
	m.set(m.contextPath(word("limits"), word(pname)), v)
}

// fact sets the node at a path, unless the query converted the value to a less precise type.
func (m *machine) fact(p *path, asked uint64, v value) {
	if asked == literal("GL_ACTIVE_TEXTURE", cellUint) {
		v.one -= literal("GL_TEXTURE0", cellUint)
	}
	m.visitNodes(p, func(keys []key) {
		n := m.find(keys)
		if n == nil {
			return
		}
		floats := cellOf(n.def, keys) == cellFloat
		boolean := strings.HasPrefix(m.call.Function.Name, "glGetBoolean")
		if floats && v.cell != cellFloat || boolean && n.def.reading != boolReading() {
			return
		}
		m.set(keys, v)
	})
}

// uniformsAskedHandler handles glGetActiveUniformsiv: one value for each index.
func uniformsAskedHandler(m *machine, _ *rule) {
	indices, got := loaded(m.values("uniformIndices"), m.payload).numbers(), loaded(m.values("params"), m.payload)
	name := m.f.words.Reading(m.f.f, m.f.params["pname"]).Text(uint64(uint32(m.argOf("pname"))), cellUint)
	if name == "GL_UNIFORM_TYPE" {
		name = "type"
	}
	for i, v := range got.numbers() {
		if i < len(indices) {
			m.set(m.sharePath(word("programs"), number(m.argOf("program")), word("active uniforms"), number(indices[i]), word(name)),
				value{have: true, cell: got.cell, one: v})
		}
	}
}

// resourceHandler handles glGetProgramResourceiv: one value for each property.
func resourceHandler(m *machine, _ *rule) {
	props, got := loaded(m.values("props"), m.payload).numbers(), loaded(m.values("params"), m.payload)
	of := m.f.words.Reading(m.f.f, m.f.params["programInterface"]).Text(uint64(uint32(m.argOf("programInterface"))), cellUint)
	at := m.sharePath(word("programs"), number(m.argOf("program")), word("resources"), word(of), number(m.argOf("index")))
	for i, v := range got.numbers() {
		if i < len(props) {
			prop := m.f.words.Reading(m.f.f, m.f.params["props"]).Text(props[i], cellUint)
			m.set(append(at[:len(at):len(at)], word(prop)), value{have: true, cell: got.cell, one: v})
		}
	}
}
