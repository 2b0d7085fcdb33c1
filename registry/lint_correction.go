package registry

// staleCorrection skips what is missing from a registry that is only a part of the Khronos registry.
func (l *linter) staleCorrection() {
	for _, c := range corrections() {
		if !l.r.corrected[c] && (c.inRegistry(l.r) || l.r.whole()) {
			l.report(c.Name, c.Part, "registry/corrections.tsv:%d sets the %s to %q, but %s", c.line, c.Fact, c.To, c.why(l.r))
		}
	}
}

// inRegistry reports whether the registry contains what the correction names.
func (c *correction) inRegistry(r *Registry) bool {
	if c.Part == "" {
		return r.enums[c.Name] != nil
	}
	command := r.commands[c.Name]
	return command != nil && command.part(c.Part) != nil
}

// whole reports whether the registry contains the newest known versions.
func (r *Registry) whole() bool {
	full := FullScope()
	return r.checkVersion(EGL, full.EGL) == nil && r.checkVersion(GLES2, full.GLES2) == nil
}

// why returns why a correction changes nothing.
func (c *correction) why(r *Registry) string {
	if !c.inRegistry(r) {
		return "the registry does not contain this enum or parameter"
	}
	if c.Fact == "group" && r.groups[c.To] == nil {
		return "the registry has no group of this name"
	}
	if c.Part == "" {
		return "the registry already has this value"
	}
	p := r.commands[c.Name].part(c.Part)
	if p.fact(c.Fact) == c.To {
		return "the registry already has this value"
	}
	return "the value in the registry is " + orElse(p.fact(c.Fact), "not set") + "; the correction expects " + orElse(c.From, "no value")
}

func orElse(s, none string) string {
	if s == "" {
		return none
	}
	return s
}
