package rules

// decider evaluates the questions for one start of an app.
type decider struct {
	*gate
	release    *Release
	facts      map[string]bool
	parameters map[string]string
	Decision
}

// decide evaluates the questions of data/gate.txt in Android's order.
func (g *gate) decide(d Device, a App, s Settings, installed map[string]Package) Decision {
	c := &decider{gate: g, release: d.Release, facts: givenFacts(d, a)}
	if c.release == nil {
		c.release = Newest()
	}
	c.parameters = emptyParameters(gateParameters)
	c.parameters["app"], c.parameters["data"], c.parameters["libs"], c.parameters["property"] = a.Package, a.DataDir, a.LibDirs, d.Property
	c.readSettings(&s, a)
	for _, question := range []string{"dumpable", "allowed", "gate"} {
		c.yes(question)
	}
	c.Gate = c.facts["gate"]
	c.log("log-gate")
	c.addPackages(s, a, installed)
	c.log("log-list")
	c.handOver(s, a)
	c.SystemDir = c.yes("system")
	return c.Decision
}

// readSettings clears the settings that the process does not see.
func (c *decider) readSettings(s *Settings, a App) {
	c.facts["unread"] = s.Made == TooLate
	c.facts["between"] = s.Made == Between
	if !a.Native && !c.yes("read") {
		*s = Settings{Made: s.Made}
	}
	addSettings(c.facts, *s, a.Package)
	for name, value := range settingParameters(*s) {
		c.parameters[name] = value
	}
}

// handOver sets the values that Java passes to libEGL.
func (c *decider) handOver(s Settings, a App) {
	c.From = c.answer("list")
	if c.facts["java"] = c.From == FromJava; c.facts["java"] {
		c.List = s.Layers
	}
	if a.Before.List != "" && !c.yes("replace") {
		c.List = a.Before.List
	}
	c.Path = c.fill(c.answer("path"))
	if a.Before.Path != "" && c.yes("keep") {
		c.Path = a.Before.Path
	}
}

// answer returns the answer of the first row that applies, or "" if none does.
func (c *decider) answer(question string) string {
	for _, row := range c.rows {
		if row.question != question || !row.releases.Contains(c.release) {
			continue
		}
		taken := row.fits(c.facts)
		c.Steps = append(c.Steps, Step{row.rule, question, c.fill(row.reason), taken})
		if taken {
			return row.answer
		}
	}
	return ""
}

// yes evaluates a question whose answer is a fact for later questions.
func (c *decider) yes(question string) bool {
	c.facts[question] = c.answer(question) == "yes"
	return c.facts[question]
}

// log writes every row that applies.
func (c *decider) log(question string) {
	for _, row := range c.rows {
		if row.question == question && row.releases.Contains(c.release) && row.fits(c.facts) {
			c.Log = append(c.Log, row.answer+" GraphicsEnvironment: "+c.fill(row.reason))
		}
	}
}

// fill replaces the parameters in braces.
func (c *decider) fill(s string) string { return fillParameters(s, c.parameters) }
