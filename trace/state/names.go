package state

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// UniformNames returns the names of the uniforms that calls set, by call, as far as they are known. The calls are in
// [from, to).
func (s *State) UniformNames(ctx context.Context, from, to int) (map[int]string, error) {
	root, err := s.after(ctx, from-1)
	if err != nil {
		return nil, err
	}
	names, programs := map[int]string{}, map[uint64]map[int64]string{}
	m := newMachine(s.rules, s.file.Payload, root)
	for c, err := range file.CallsWithErrors(s.file, from, to) {
		if err != nil {
			return nil, err
		}
		if !c.Failed() {
			m.do(c.Call)
		}
		if SetsUniform(c.Function.Name) {
			if name := m.uniformName(c.Call, programs); name != "" {
				names[c.Index] = name
			}
		}
		if strings.HasPrefix(c.Function.Name, "glGet") || strings.HasPrefix(c.Function.Name, "glLink") || c.Function.IsOwn() {
			clear(programs)
		}
	}
	return names, ctx.Err()
}

// SetsUniform reports whether a function sets a uniform by its location.
func SetsUniform(function string) bool {
	rest, ok := strings.CutPrefix(strings.Replace(function, "glProgramUniform", "glUniform", 1), "glUniform")
	return ok && rest != "" && (rest[0] >= '1' && rest[0] <= '4' || strings.HasPrefix(rest, "Matrix") || strings.HasPrefix(rest, "Handle"))
}

// uniformName returns the name of the uniform that a call sets, or an empty string. programs caches the names of
// programs by location.
func (m *machine) uniformName(c *file.Call, programs map[uint64]map[int64]string) string {
	f := m.rules.function(c.Function)
	if f == nil {
		return ""
	}
	m.call, m.f = c, f
	program, location := m.programOf(), int64(int32(m.argOf("location")))
	if _, known := programs[program][location]; !known {
		v := viewOf{builder: builder{payload: m.payload}}
		o := object{&v, program, m.root.at(m.sharePath(programsKey, number(program))...), nil}
		programs[program] = map[int64]string{location: ""}
		if o.is != nil {
			for _, u := range o.uniforms() {
				programs[program][u.Location] = u.Name
			}
		}
	}
	return programs[program][location]
}
