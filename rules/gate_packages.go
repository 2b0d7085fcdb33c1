package rules

// addPackages looks up the packages of gpu_debug_layer_app; their part of the search path becomes {packages}.
func (c *decider) addPackages(s Settings, a App, installed map[string]Package) {
	if !c.facts["layerapp"] || !c.yes("packages") {
		return
	}
	paths := ""
	for _, name := range layerPackages(s.LayerApp) {
		p, found := installed[name]
		c.parameters["package"] = name
		c.facts["missing"] = !found
		c.log("log-package")
		paths += c.packagePath(p, a)
	}
	c.parameters["packages"] = paths
}

// packagePath returns the part of the search path for one package.
func (c *decider) packagePath(p Package, a App) string {
	if !c.facts["missing"] {
		c.parameters["native"], c.parameters["source"] = p.NativeLibraryDir, p.SourceDir
		c.parameters["primary"], c.parameters["secondary"] = p.PrimaryABI, p.SecondaryABI
		c.facts["primary"] = c.sameSet(p.PrimaryABI, a.ABI)
		c.facts["secondary"] = c.sameSet(p.SecondaryABI, a.ABI)
		c.parameters["abi"] = c.fill(c.answer("abi"))
	}
	answer := c.answer("package")
	switch answer {
	case "skip":
		return ""
	case "crash":
		c.Crash = c.Steps[len(c.Steps)-1].Text
		return ""
	}
	return c.fill(answer)
}

// sameSet reports whether two ABIs have the same instruction set.
func (g *gate) sameSet(a, b string) bool { return g.sets[a] != "" && g.sets[a] == g.sets[b] }

// InstructionSet returns the instruction set of an ABI, as library directories are named; "" for an unknown
// ABI.
func InstructionSet(abi string) string { return theGate().sets[abi] }
