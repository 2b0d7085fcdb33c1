package registry

// twice reports things that the files define more than once and differently. The model keeps the first
// definition.
func (l *linter) twice(docs [2]*document) {
	enums, types := map[string]*Enum{}, map[string]*Type{}
	for _, d := range docs {
		for _, e := range d.enums {
			if first := enums[e.Name]; first == nil {
				enums[e.Name] = e
			} else if first.Value != e.Value || first.Type != e.Type {
				l.rule = lintRule("lint-duplicate-enum")
				l.report(e.Name, "", "first defined as %s, later as %s", first.typed(), e.typed())
			}
		}
		for _, t := range d.types {
			if first := types[t.Name]; first == nil {
				types[t.Name] = t
			} else if first.String() != t.String() {
				l.rule = lintRule("lint-duplicate-type")
				l.report(t.Name, "", "first defined as %s, later as %s", first, t)
			}
		}
	}
}

// typed returns the value with its type.
func (e *Enum) typed() string {
	if e.Type == "" {
		return e.value()
	}
	return e.value() + " " + e.Type
}
