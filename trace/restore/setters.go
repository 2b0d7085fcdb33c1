package restore

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed data/setters.tsv
var settersTable string

// setter is a call that restores state.
type setter struct {
	function   string
	conditions []condition
	params     []string
	refs       []ref
}

// condition compares a value with 0.
type condition struct {
	ref  ref
	zero bool
}

// ref is a value of a setter.
type ref struct {
	kind    refKind
	name    Enum // of an enum, or of a query
	element int
}

type refKind uint8

const (
	single      refKind = iota // the result of a query
	atIndex                    // the result of a query with the index
	constant                   // an enum
	indexItself                // the index
	unitItself                 // GL_TEXTURE0 + the index
)

// setters returns the setters of the table by when they apply.
var setters = sync.OnceValue(func() map[string][]setter {
	out := map[string][]setter{}
	table.Must("setters.tsv", settersTable, 4, func(row []string) (struct{}, error) {
		s := setter{function: row[2]}
		for _, text := range strings.Fields(strings.TrimPrefix(row[1], "-")) {
			name, differs := strings.CutSuffix(text, "!=0")
			s.conditions = append(s.conditions, condition{parseRef(strings.TrimSuffix(name, "=0")), !differs})
		}
		for _, text := range strings.Fields(row[3]) {
			param, value, _ := strings.Cut(text, "=")
			s.params, s.refs = append(s.params, param), append(s.refs, parseRef(value))
		}
		out[row[0]] = append(out[row[0]], s)
		return struct{}{}, nil
	})
	return out
})

func parseRef(text string) ref {
	name, element, _ := strings.Cut(text, ".")
	r := ref{}
	switch name {
	case "index":
		return ref{kind: indexItself}
	case "unit":
		return ref{kind: unitItself}
	}
	if rest, ok := strings.CutPrefix(name, ":"); ok {
		name, r.kind = rest, constant
	} else if rest, ok := strings.CutSuffix(name, "[]"); ok {
		name, r.kind = rest, atIndex
	}
	r.name = enumNamed(name)
	r.element, _ = strconv.Atoi(element)
	return r
}
