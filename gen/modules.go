package gen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/record"
	"github.com/gleslayergen/gleslayergen/registry"
)

// getError is the command whose result the module errors formats.
const getError = "glGetError"

// getEGLError is the command whose result the module contexts changes.
const getEGLError = "eglGetError"

// getIntegers is the command with which observers query the state of glPixelStorei.
const getIntegers = "glGetIntegerv"

// contextsModule is the module that tracks contexts, which a recorder also does.
const contextsModule = "contexts"

// resolveModules stores with each command the code of the layer's modules, in the order of the modules.
func (p *Plan) resolveModules() error {
	for _, name := range p.Sets {
		m, ok := p.module(name)
		if !ok {
			return fmt.Errorf("unknown module %q", name)
		}
		for _, c := range p.Commands {
			if name == contextsModule && c.Hook == HookRecord && c.Name != getEGLError {
				continue // the recorder runs the same code: record/data/actions.tsv
			}
			before := len(c.modules)
			c.modules = append(c.modules, m.Around(c.Name, c.Hook != "", c.Void())...)
			if name == shadowModule && p.shadow.Tracked(c) {
				c.modules = append(c.modules, modules.Code{Before: "shadow", After: "shadow", Off: true})
			}
			if name == hudModule && p.hudCountsCall(c.Name) {
				c.modules = append(c.modules, hudCount)
			}
			if name == objectsModule && p.objects[c.Name].code != "" {
				c.modules = append(c.modules, p.objects[c.Name].around())
			}
			if name == memoryModule && p.memory[c.Name].code != "" {
				c.modules = append(c.modules, p.memory[c.Name].around())
			}
			if slices.ContainsFunc(c.modules[before:], switched) {
				c.switches = append(c.switches, name)
			}
		}
	}
	for _, c := range p.Commands {
		if code, ok := modules.AroundEGL(c.Name); ok && p.HasSet(contextsModule) && (c.Hook != "" || len(c.modules) > 0) {
			c.modules = slices.Insert(c.modules, 0, code)
		}
		if at := slices.IndexFunc(c.modules, modules.Code.GivesEGLError); at >= 0 {
			code := c.modules[at] // the first one after the call: the others see the error that the app gets
			c.modules = append(slices.Delete(c.modules, at, at+1), code)
		}
	}
	return nil
}

// setsFor returns the modules of a layer: those of the author, and the one that observers need.
func setsFor(in Input) []string {
	observes := slices.ContainsFunc(in.Rules, func(r Rule) bool { return r.Hooks == HookObserve })
	if observes && !slices.Contains(in.Sets, contextsModule) {
		return append(slices.Clone(in.Sets), contextsModule)
	}
	return in.Sets
}

// listed reports whether the author or a module of the user lists a module, which then is not only there because another one
// needs it.
func (p *Plan) listed(name string) bool {
	return slices.Contains(modules.WithNeeds(setsFor(p.in), p.in.Modules), name)
}

// neededByModules reports whether a module needs a command even if the author does not intercept it.
func (p *Plan) neededByModules(command string) bool {
	return slices.ContainsFunc(p.Sets, func(name string) bool {
		m, _ := p.module(name)
		return m.Needs(command)
	})
}

// calledBelow reports whether the layer's own code calls a command in the next layer or the driver.
func (p *Plan) calledBelow(command string) bool {
	calls := slices.ContainsFunc(p.Sets, func(name string) bool {
		m, _ := p.module(name)
		return slices.Contains(m.Calls(), command)
	})
	return calls || p.shadow.calls(command) || command == getIntegers && p.observes() || p.records && record.NeedOf(command) != record.NotNeeded
}

// has reports whether the layer has a command, even if no hook intercepts it and no hook calls it.
func (p *Plan) has(command string) bool {
	return frameEnds[command] || helpersCall[command] || p.neededByModules(command) || p.calledBelow(command) ||
		p.shadow.tracks(command) || p.objects[command].code != "" || p.memory[command].code != "" || p.hudCountsCall(command)
}

// needed returns the commands whose ids the layer's own code needs.
func (p *Plan) needed() []*Command {
	return p.filter(func(c *Command) bool { return p.neededByModules(c.Name) || p.calledBelow(c.Name) })
}

// Below returns the commands that the layer's own code calls in the next layer or the driver.
func (p *Plan) Below() []*Command {
	return p.filter(func(c *Command) bool { return p.calledBelow(c.Name) })
}

// HasSet reports whether the layer has one of the modules.
func (p *Plan) HasSet(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(p.Sets, name) })
}

// hasModules reports whether modules surround the command's hook.
func (c *Command) hasModules() bool { return len(c.modules) > 0 }

// switched reports whether code around a command runs only while its module is on.
func switched(code modules.Code) bool { return !code.Always }

// moduleBits returns the C constants of the modules that can be switched on around the command.
func (c *Command) moduleBits() string {
	var bits []string
	for _, name := range c.switches {
		bits = append(bits, "LAYER_MODULE_"+strings.ToUpper(name))
	}
	return cmp.Or(strings.Join(bits, " | "), "0")
}

// always reports whether code around the command runs while all modules are off.
func (c *Command) always() bool {
	return slices.ContainsFunc(c.modules, func(code modules.Code) bool { return code.Always || code.Off })
}

// before returns the names of the modules' code before the hook, the app's side first.
func (c *Command) before() []string {
	var list []string
	for _, s := range c.modules {
		if s.Skip != "" {
			list = append(list, skipPrefix+s.Skip)
		}
		if s.Before != "" {
			list = append(list, s.Before)
		}
	}
	return list
}

// after returns the names of the code after the hook, the driver's side first.
func (c *Command) after() []string {
	var list []string
	for _, s := range slices.Backward(c.modules) {
		if s.After != "" {
			list = append(list, s.After)
		}
		if s.Skip != "" {
			list = append(list, skippedPrefix+s.Skip)
		}
	}
	return list
}

// Prefixes of the code that can skip a call, and of the label at which a skipped call continues; the module follows.
const (
	skipPrefix    = "skip:"
	skippedPrefix = "skipped:"
)

// skips reports whether a module can skip the call of the command.
func (c *Command) skips() bool {
	return slices.ContainsFunc(c.modules, func(code modules.Code) bool { return code.Skip != "" })
}

// suffix returns a function that returns what follows a prefix, or "" if a text does not have it.
func suffix(prefix string) func(string) string {
	return func(text string) string {
		after, ok := strings.CutPrefix(text, prefix)
		return pick(ok, after, "")
	}
}

// moduleText returns the paragraph that explains a module.
func moduleText(name string) string {
	m, _ := modules.Find(name)
	return m.Text
}

// switchable returns the names of the modules of the layer that can be switched, in the order of the list.
func (p *Plan) switchable() []string {
	var names []string
	for _, m := range p.modules() {
		if _, ok := m.Switch(); ok {
			names = append(names, m.Name)
		}
	}
	return names
}

// modules returns the modules of the layer, in the order of the list.
func (p *Plan) modules() []modules.Module {
	var list []modules.Module
	for _, name := range p.Sets {
		if m, ok := p.module(name); ok {
			list = append(list, m)
		}
	}
	return list
}

// module returns the module with a name: one of the user, or a built-in one.
func (p *Plan) module(name string) (modules.Module, bool) {
	i := slices.IndexFunc(p.userModules, func(m modules.Module) bool { return m.Name == name })
	if i < 0 {
		return modules.Find(name)
	}
	return p.userModules[i], true
}

// resolveUserModules replaces the patterns in the declarations of the user's modules by the names of functions.
func (p *Plan) resolveUserModules(r *registry.Registry) error {
	for _, d := range p.in.Modules {
		for _, list := range []*[]string{&d.Functions, &d.Calls} {
			commands, err := r.Select(p.in.Scope, *list)
			if err != nil {
				return fmt.Errorf("module %s: %w", d.Name, err)
			}
			names := []string{}
			for _, c := range commands {
				names = append(names, c.Name)
			}
			*list = names
		}
		p.userModules = append(p.userModules, d.Module())
	}
	return nil
}

// declares reports whether the declaration of a module of the user has a property.
func (p *Plan) declares(name string, property func(modules.Declaration) bool) bool {
	return slices.ContainsFunc(p.in.Modules, func(d modules.Declaration) bool { return d.Name == name && property(d) })
}
