package gen

// OldNames returns the current name for each old name of a plan's commands, by the directory of the generated
// package and the old name: "gles", "EglChooseConfigFunc".
func OldNames(p *Plan) map[string]map[string]string {
	gles, core, driver := map[string]string{}, map[string]string{}, map[string]string{}
	for _, c := range p.Commands {
		old := oldCommandName(c.Name)
		gles[old] = c.caller
		gles[old+"Func"], gles[old+"Hook"] = c.Go+"Func", c.Go+"Hook"
		core[old], core[old+"Args"] = c.Go, c.Go+"Args"
		core["Next"+old], core["Forward"+old] = "Next"+c.Go, "Forward"+c.Go
		driver[old] = c.Go
	}
	return map[string]map[string]string{"gles": gles, "core": core, "core/fakedriver": driver}
}
