package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

// ModulePrefix is the prefix of the location of a module of the user in the list of sets. The location is a directory or a zip
// file, relative to the project.
const ModulePrefix = "module:"

// IsModuleLocation reports whether a value of --with is the location of a module, and not its name.
func IsModuleLocation(with string) bool {
	return strings.ContainsAny(with, `/\`) || templates.IsGit(with)
}

// userModules are the loaded modules of the user, by their entry in the list of sets.
type userModules map[string]userModule

type userModule struct {
	pack     *templates.Pack
	declared modules.Declaration
}

// locations returns the entries of sets that are modules of the user.
func (c *Config) locations() []string {
	return slices.DeleteFunc(slices.Clone(c.Sets), func(entry string) bool { return !strings.HasPrefix(entry, ModulePrefix) })
}

// LoadModules reads the modules of the user.
func (c *Config) LoadModules(root string) error {
	c.loaded = userModules{}
	for _, entry := range c.locations() {
		m, err := loadModule(root, strings.TrimPrefix(entry, ModulePrefix))
		if err != nil {
			return err
		}
		if slices.Contains(c.modules(), m.pack.Name) {
			return &Error{What: "sets: " + entry, Why: fmt.Sprintf("the list has two modules with the name %q", m.pack.Name), Advice: "rename one of them in its pack.yaml", Usage: true}
		}
		c.loaded[entry] = m
	}
	return nil
}

// loadModule reads a module of the user.
func loadModule(root, where string) (m userModule, err error) {
	if templates.IsGit(where) {
		return m, &Error{What: fmt.Sprintf("module %q", where), Why: "modules of Git repositories are not supported", Advice: "clone the repository, and pass the directory of the module", Usage: true}
	}
	if m.pack, err = pack.Open(fromRoot(root, where)); err != nil {
		return m, moduleError(err)
	}
	if !m.pack.IsModule() {
		return m, &Error{What: fmt.Sprintf("module %q", where), Why: "the pack has no key \"module\", so it is the template pack of a project", Advice: "for a template pack, use --template; docs/modules.md describes modules", Usage: true}
	}
	m.declared, err = modules.Declare(m.pack)
	return m, err
}

// moduleError says "module" where an error of a pack says "template pack".
func moduleError(err error) error {
	if fault, ok := errors.AsType[*templates.Error](err); ok {
		if fault.Advice == templates.TemplateAdvice {
			fault.Advice = templates.ModuleAdvice // the pack.yaml is missing, or could not be read as far as the key "module"
		}
		return &Error{What: strings.Replace(fault.Place, "template pack", "module", 1), Why: fault.Why, Advice: strings.Replace(fault.Advice, "pass a directory or zip file with a pack.yaml, or one of: "+strings.Join(templates.Builtin(), ", "),
			"pass the directory of a module, with a pack.yaml", 1)}
	}
	return err
}

// module returns the module of an entry of sets: its name, and the patterns to intercept if the author gives none.
func (c *Config) module(entry string) (m modules.Module, ok bool) {
	if u, loaded := c.loaded[entry]; loaded {
		return u.declared.Module(), true
	}
	return modules.Find(entry)
}

// declarations returns the declarations of the modules of the user.
func (c *Config) declarations() []modules.Declaration {
	var list []modules.Declaration
	for _, entry := range c.locations() {
		if u, ok := c.loaded[entry]; ok {
			list = append(list, u.declared)
		}
	}
	return list
}

// addModules returns the template pack of a project with the files of the modules of the user.
func (c *Config) addModules(p *templates.Pack) *templates.Pack {
	var list []*templates.Pack
	for _, entry := range c.locations() {
		if u, ok := c.loaded[entry]; ok {
			list = append(list, u.pack)
		}
	}
	return p.WithModules(list, "c.sets")
}

// lockModules returns what the lock records of the modules of the user.
func (c *Config) lockModules() []LockTemplate {
	var list []LockTemplate
	for _, entry := range c.locations() {
		if u, ok := c.loaded[entry]; ok {
			list = append(list, lockTemplate(u.pack))
		}
	}
	return list
}

// addModules loads the modules of the user, adds their files to the pack, and notes which of them changed.
func (u *Update) addModules(c *Config) error {
	if err := c.LoadModules(u.request.Root); err != nil {
		return err
	}
	u.pack, u.modules = c.addModules(u.pack), c.lockModules()
	for _, was := range u.lock.Modules {
		for _, now := range u.modules {
			if was.Name == now.Name && was.SHA256 != now.SHA256 && !u.request.Adopt {
				u.Notes = append(u.Notes, fmt.Sprintf("the module %s changed from version %s (sha256 %s) to version %s (sha256 %s)", now.Name, was.Version, was.SHA256, now.Version, now.SHA256))
			}
		}
	}
	return nil
}
