package templates

import (
	"fmt"
	"slices"
	"strings"
)

// include adds the files of the included pack whose paths this pack does not list. The names of their sources start with the
// name of that pack and a colon, which names of files cannot have.
func (p *Pack) include() error {
	if p.Include == "" {
		return nil
	}
	if !slices.Contains(Builtin(), p.Include) {
		return &Error{p.Place(packName, p.includeLine), fmt.Sprintf("include %.80q: no such built-in pack; use one of: %s", p.Include, strings.Join(Builtin(), ", ")), p.advice()}
	}
	other, err := Load(p.Include)
	if err != nil {
		return err
	}
	own := p.Files
	for _, f := range other.Files {
		if slices.ContainsFunc(own, func(o File) bool { return o.Path == f.Path }) {
			continue
		}
		if source := f.Source(); source != "" {
			p.Texts[includedName(p.Include, source)] = other.Texts[source]
		}
		f.Template, f.File, f.Line = includedName(p.Include, f.Template), includedName(p.Include, f.File), p.includeLine
		p.Files = append(p.Files, f)
	}
	return nil
}

func includedName(pack, source string) string {
	if source == "" {
		return ""
	}
	return pack + ":" + source
}

// isIncluded reports whether a source belongs to the included pack.
func isIncluded(source string) bool { return strings.Contains(source, ":") }
