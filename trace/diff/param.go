package diff

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// param says how a parameter or the result is compared.
type param struct {
	*file.Param
	at      int  // index; that of the result is len(Params)
	answer  bool // the driver's
	address bool // the bits are an address, unless the recording says that they are an offset
	reading calltext.Reading
	rows    []conditional
	by      []int           // parameters that the rule depends on, or queryTarget; at most two
	rules   map[uint64]rule // by their values
	rule    rule            // if it depends on none
}

// conditional is a row of answers.tsv, and the parameter of its condition.
type conditional struct {
	*row
	on int
}

// queryTarget stands for the target of the query that the first parameter names. In answers.tsv it is a parameter with a name.
const queryTarget, queryTargetName = -2, "@query"

// mostRules limits the values for which a rule is known.
const mostRules = 1 << 12

// class returns the class of the objects that a parameter names, or "".
func (p *param) class() string {
	if len(p.by) == 0 && p.rule.how == related {
		return p.rule.class
	}
	return ""
}

func (p *param) isFloat() bool {
	return p.Cell == tracepb.Cell_CELL_FLOAT || p.Cell == tracepb.Cell_CELL_DOUBLE
}

// newParam finds the rows about a parameter among those about its command, and its rule if it depends on no other parameter.
func (c *comparison) newParam(f *file.Function, p *file.Param, i int, about []*row) param {
	out := param{Param: p, at: i, answer: p.Out || i == len(f.Params), reading: c.a.text.Reading(f, i), rules: map[uint64]rule{}, address: isAddress(p)}
	name := p.Name
	if i == len(f.Params) {
		name = "return"
	}
	if on, depends := out.reading.DependsOn(); depends {
		out.by = append(out.by, on)
	}
	for _, r := range about {
		if r.matches(name) && !out.add(f, r) {
			break
		}
	}
	if len(out.by) == 0 {
		out.rule = c.findRule(f, &out, nil)
	}
	return out
}

// add adds a row, and reports whether further ones can apply.
func (p *param) add(f *file.Function, r *row) (more bool) {
	if r.param == "" {
		p.rows = append(p.rows, conditional{r, -1})
		return false
	}
	on := conditionOf(f, r.param)
	if on == -1 {
		return true
	}
	p.rows = append(p.rows, conditional{r, on})
	if !slices.Contains(p.by, on) {
		p.by = append(p.by, on)
	}
	return true
}

// conditionOf returns the index of the parameter of a condition, or -1.
func conditionOf(f *file.Function, name string) int {
	if name == queryTargetName {
		return queryTarget
	}
	return slices.IndexFunc(f.Params, func(p file.Param) bool { return p.Name == name })
}

// ruleOf returns the rule of a value. owner is the context of the call of A with these cells.
func (c *comparison) ruleOf(f *function, p *param, owner uint32, cells []uint64) rule {
	if len(p.by) == 0 {
		return p.rule
	}
	value := func(on int) uint64 {
		if on == queryTarget {
			return c.targets[objectKey{owner, cells[0]}]
		}
		return uint64(uint32(cells[on]))
	}
	key := uint64(0)
	for _, on := range p.by {
		key = key<<32 | value(on)
	}
	r, known := p.rules[key]
	if !known {
		if len(p.rules) == mostRules {
			clear(p.rules)
		}
		r = c.findRule(f.a, p, value)
		p.rules[key] = r
	}
	return r
}

// findRule returns the rule of the first row whose condition holds, or else that of the registry.
func (c *comparison) findRule(f *file.Function, p *param, value func(on int) uint64) rule {
	for _, row := range p.rows {
		if row.param == "" || row.holds(c.nameOf(f, row.on, value(row.on))) {
			if r := row.under(&c.o); r.how != exact {
				return r
			}
			break
		}
	}
	r := p.reading
	if on, depends := r.DependsOn(); depends {
		r = c.a.text.When(f, r, value(on))
	}
	handle := handleClass(p.Type)
	if p.address {
		handle = handleClass(p.Element)
	}
	switch {
	case handle != "":
		return rule{related, handle}
	case r.Class() == "sync":
		return rule{related, "GLsync"}
	case r.Class() != "":
		return rule{related, r.Class()}
	case r.IsHandle() && (!p.address || p.reading != r), calltext.Opaque(p.Param):
		return rule{how: nullness}
	}
	return rule{how: exact}
}

// nameOf returns the name of the value of a parameter, or of the target of a query.
func (c *comparison) nameOf(f *file.Function, on int, value uint64) string {
	if on == queryTarget {
		return calltext.Enum("QueryTarget", value)
	}
	return c.a.text.Reading(f, on).Text(value, f.Params[on].Cell)
}

// isAddress reports whether the bits of a value are an address. The data behind it is compared, if it is in the recording.
func isAddress(p *file.Param) bool {
	return strings.HasSuffix(strings.TrimSuffix(p.Type, "const"), "*") || p.Data != "" || p.Missing
}
