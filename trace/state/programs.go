package state

import (
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

var programsKey, shadersKey, deleteStatus = word("programs"), word("shaders"), word("delete status")

var boolReading = sync.OnceValue(func() calltext.Reading { return calltext.ParseReading("bool") })

// useHandler handles glUseProgram: a program marked for deletion is deleted when no context uses it.
func useHandler(m *machine, _ *rule) {
	at := m.contextPath(word("program"))
	old := m.find(at).value.one
	m.set(at, whole(m.argOf("program")))
	if status, _ := m.root.number(m.sharePath(programsKey, number(old), deleteStatus)...); status != 0 && !m.used(int64(old)) {
		m.dropProgram(int64(old))
	}
}

// used reports whether a program is current in a context of the share group.
func (m *machine) used(program int64) bool {
	for k, c := range m.root.at(contextsKey).kids {
		if n, ok := c.number(word("program")); ok && int64(n) == program && shareOf(m.root, uint32(k.number)) == m.share() {
			return true
		}
	}
	return false
}

func deleteProgramHandler(m *machine, _ *rule) {
	program := m.argOf("program")
	if m.used(program) {
		m.set(m.sharePath(programsKey, number(program), deleteStatus), whole(1))
		return
	}
	m.dropProgram(program)
}

// dropProgram deletes a program and detaches its shaders.
func (m *machine) dropProgram(program int64) {
	at := m.sharePath(programsKey, number(program))
	attached := m.root.at(append(at, shadersKey)...)
	m.drop(at)
	if attached != nil {
		for k := range attached.kids {
			m.deleteUnused(k)
		}
	}
}

// deleteUnused deletes a shader marked for deletion if no program has it.
func (m *machine) deleteUnused(shader key) {
	at := m.sharePath(shadersKey, shader)
	if status, _ := m.root.number(append(at, deleteStatus)...); status != 0 && !m.attached(shader) {
		m.drop(at)
	}
}

func (m *machine) attached(shader key) bool {
	all := m.root.at(m.sharePath(programsKey)...)
	if all == nil {
		return false
	}
	for _, p := range all.kids {
		if p.at(shadersKey, shader) != nil {
			return true
		}
	}
	return false
}

func deleteShaderHandler(m *machine, _ *rule) {
	shader := number(m.argOf("shader"))
	if m.root.at(m.sharePath(shadersKey, shader)...) == nil {
		return
	}
	m.set(m.sharePath(shadersKey, shader, deleteStatus), whole(1))
	m.deleteUnused(shader)
}

func detachHandler(m *machine, _ *rule) {
	shader := number(m.argOf("shader"))
	m.drop(m.sharePath(programsKey, number(m.argOf("program")), shadersKey, shader))
	m.deleteUnused(shader)
}

// uniformHandler sets the values of consecutive locations; extra is the number of components of each.
func uniformHandler(m *machine, r *rule) {
	size, _ := strconv.Atoi(r.extra)
	location, program := int64(int32(m.argOf("location"))), m.programOf()
	all := m.uniformValues()
	if program == 0 || location < 0 || !all.have {
		return
	}
	count := len(all.many)
	if all.array() {
		count = all.count
	}
	m.track.readUniform(program, location)
	for i := 0; (i+1)*size <= count; i++ {
		m.set(m.sharePath(programsKey, number(program), word("uniforms"), number(location+int64(i)), word("value")), all.part(i*size, size))
	}
}

// programOf returns the program whose uniforms are set: the named one, the current one, or the active one of
// the bound pipeline.
func (m *machine) programOf() uint64 {
	if v, ok := m.arg("program"); ok {
		return uint64(uint32(v.Bits))
	}
	if n := m.read(m.contextPath(word("program"))).value.one; n != 0 {
		return n
	}
	pipeline := m.read(m.contextPath(word("program pipeline"))).value.one
	return m.read(m.contextPath(word("program pipelines"), number(pipeline), word("active program"))).value.one
}

// uniformValues returns the numbers of an array, or of the arguments after the location.
func (m *machine) uniformValues() value {
	if m.has("value") {
		return m.values("value")
	}
	first := m.f.params["location"] + 1
	out := value{have: true}
	for i := first; i < len(m.call.Args); i++ {
		out.cell = m.call.Function.Params[i].Cell
		out.many = append(out.many, m.call.Args[i].Bits)
	}
	return out
}

var stageMask = sync.OnceValue(func() calltext.Reading { return calltext.ParseReading("bits:UseProgramStageMask") })

// stagesHandler sets the program of several stages of a pipeline.
func stagesHandler(m *machine, _ *rule) {
	const each = 0x3f // the bits of ES 3.2; GL_ALL_SHADER_BITS has all
	for name := range strings.SplitSeq(stageMask().Text(uint64(m.argOf("stages"))&each, cellUint), "|") {
		if stage, ok := strings.CutSuffix(name, "_BIT"); ok {
			m.set(m.contextPath(word("program pipelines"), number(m.argOf("pipeline")), word("stages"), word(stage)), whole(m.argOf("program")))
		}
	}
}
