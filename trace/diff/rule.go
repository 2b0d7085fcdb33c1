package diff

import (
	_ "embed"
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// how says how values are compared.
type how uint8

const (
	exact    how = iota // equal bits
	related             // names of a class, as a one-to-one relation
	nullness            // both null, or both not
	ignored             // not compared
	pixels              // exact, or with another driver as an image
)

// rule is how a value is compared.
type rule struct {
	how   how
	class string // of a relation
}

// row is a row of answers.tsv.
type row struct {
	command string // pattern
	answer  string // pattern: a parameter, or "return"
	param   string // parameter of the condition; "" for none
	values  []string
	rule    rule
	unless  map[string]bool // other driver, other platform: then the value is not compared
}

//go:embed data/answers.tsv
var answersTable string

var rows = table.Must("answers.tsv", answersTable, 5, parseRow)

var hows = map[string]how{"exact": exact, "relation": related, "null": nullness, "ignored": ignored, "pixels": pixels}

func parseRow(columns []string) (row, error) {
	r := row{unless: map[string]bool{}}
	var ok bool
	if r.command, r.answer, ok = strings.Cut(columns[0], "."); !ok {
		return r, fmt.Errorf("%q is not COMMAND.PARAMETER", columns[0])
	}
	if columns[1] != "-" {
		var values string
		if r.param, values, ok = strings.Cut(columns[1], "="); !ok {
			return r, fmt.Errorf("invalid condition %q", columns[1])
		}
		r.values = strings.Split(values, "|")
	}
	word, class, _ := strings.Cut(columns[2], ":")
	how, ok := hows[word]
	if !ok || (how == related) != (class != "") {
		return r, fmt.Errorf("invalid rule %q", columns[2])
	}
	r.rule = rule{how, class}
	if columns[3] != "-" {
		for word := range strings.SplitSeq(columns[3], " ") {
			if word != "driver" && word != "platform" {
				return r, fmt.Errorf("unknown word %q", word)
			}
			r.unless[word] = true
		}
	}
	return r, nil
}

// under returns the rule of the row for these options.
func (r *row) under(o *Options) rule {
	if r.unless["driver"] && o.Mode == Tolerant || r.unless["platform"] && o.OtherPlatform {
		return rule{how: ignored}
	}
	return r.rule
}

// rowsOf returns the rows about a command.
func rowsOf(command string) (all []*row) {
	for i := range rows {
		if ok, _ := path.Match(rows[i].command, command); ok {
			all = append(all, &rows[i])
		}
	}
	return all
}

// matches reports whether the row is about a parameter; that of the result is "return".
func (r *row) matches(param string) bool {
	ok, _ := path.Match(r.answer, param)
	return ok
}

// holds reports whether the condition holds for the name of the parameter's value.
func (r *row) holds(name string) bool {
	for _, pattern := range r.values {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// contextClasses are the classes of objects that contexts do not share: container objects, and queries. ES 3.2, 5.
var contextClasses = map[string]bool{"framebuffer": true, "vertex array": true, "transform feedback": true, "program pipeline": true, "query": true}

// handleClasses maps the types of handles, without the suffix of an extension, to classes.
var handleClasses = map[string]bool{"EGLDisplay": true, "EGLConfig": true, "EGLContext": true, "EGLSurface": true, "EGLImage": true, "EGLSync": true,
	"EGLStream": true, "EGLDevice": true, "EGLOutputLayer": true, "EGLOutputPort": true, "GLsync": true}

// handleClass returns the class of a type of handles, or "".
func handleClass(ctype string) string {
	name := strings.Trim(strings.TrimPrefix(ctype, "const "), " *")
	if name == "GLeglImageOES" {
		return "EGLImage"
	}
	for _, suffix := range []string{"KHR", "EXT", "NV"} {
		name = strings.TrimSuffix(name, suffix)
	}
	if handleClasses[name] {
		return name
	}
	return ""
}

func scopeOf(class string) scope {
	switch {
	case strings.HasPrefix(class, "EGL"), class == "GLsync", class == "config", class == "context number":
		return everywhere
	case contextClasses[class]:
		return inContext
	}
	return shareGroup
}
