package registry

// staleCorrection leaves out what a registry lacks that is only a part of Khronos'.
func (l *linter) staleCorrection() {
	for _, c := range corrections() {
		if !l.r.corrected[c] && (c.there(l.r) || l.r.whole()) {
			l.report(c.Name, c.Part, "registry/corrections.tsv:%d would make its %s %q, but %s", c.line, c.Fact, c.To, c.why(l.r))
		}
	}
}

// there reports whether the registry has what is to be corrected.
func (c *correction) there(r *Registry) bool {
	if c.Part == "" {
		return r.enums[c.Name] != nil
	}
	command := r.commands[c.Name]
	return command != nil && command.part(c.Part) != nil
}

// whole reports whether the registry has the newest versions that we know.
func (r *Registry) whole() bool {
	full := FullScope()
	return r.checkVersion(EGL, full.EGL) == nil && r.checkVersion(GLES2, full.GLES2) == nil
}

// why says what keeps a correction from changing anything.
func (c *correction) why(r *Registry) string {
	if !c.there(r) {
		return "it is not in the registry"
	}
	if c.Fact == "group" && r.groups[c.To] == nil {
		return "there is no such group"
	}
	if c.Part == "" {
		return "it is already"
	}
	p := r.commands[c.Name].part(c.Part)
	if p.fact(c.Fact) == c.To {
		return "it is already"
	}
	return "it is " + orElse(p.fact(c.Fact), "nothing") + ", not " + orElse(c.From, "nothing")
}

func orElse(s, none string) string {
	if s == "" {
		return none
	}
	return s
}
