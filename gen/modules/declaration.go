package modules

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/internal/yaml"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Declaration is a module of the user: the key module of a pack.yaml. Its C file defines NAME_before, NAME_after and NAME_skip, as declared.
type Declaration struct {
	Name      string             `yaml:"-"`         // that of the pack
	Intercept string             `yaml:"intercept"` // it runs around each intercepted function; patterns to intercept if the author gives none
	Functions []string           `yaml:"functions"` // patterns of functions that it runs around, intercepted or not
	Calls     []string           `yaml:"calls"`     // patterns of functions of the next layer or the driver that it calls
	Needs     []string           `yaml:"needs"`     // built-in modules whose functions it calls
	Before    bool               `yaml:"before"`    // NAME_before runs before each call
	After     bool               `yaml:"after"`     // NAME_after runs after each call
	Skips     bool               `yaml:"skips"`     // NAME_skip can answer a call instead of the driver
	Settings  []settings.Setting `yaml:"settings"`
}

var isDeclaredName = lazyregexp.New(`^[a-z][a-z0-9]{0,30}$`).MatchString

// IsDeclaredName reports whether a user's module or setting may have a name.
func IsDeclaredName(name string) bool { return isDeclaredName(name) }

// Declare reads the declaration of a pack.
func Declare(p *templates.Pack) (Declaration, error) {
	d := Declaration{Name: p.Name}
	if why := checkDeclaredName(p.Name); why != "" {
		return d, p.NameError(why)
	}
	if err := p.CheckModule(); err != nil {
		return d, err
	}
	err, line := p.Module.Decode(&d), p.Module.Line
	if err != nil {
		why, at := yaml.ErrorLine(err)
		err, line = errors.New(why), cmp.Or(at, line)
	} else {
		err = d.check()
	}
	if err != nil {
		return d, &templates.Error{Place: p.Place("pack.yaml", line), Why: "module: " + err.Error(), Advice: templates.ModuleAdvice}
	}
	return d, nil
}

// nameRule is the rule for the names of modules and their settings.
const nameRule = "use at most 31 lower-case letters and digits, the first a letter"

// checkDeclaredName returns what is wrong with the name of a user's module, or "".
func checkDeclaredName(name string) (why string) {
	if !IsDeclaredName(name) {
		return fmt.Sprintf("name: invalid name of a module %.80q: %s", name, nameRule)
	}
	if _, builtin := Find(name); builtin {
		return fmt.Sprintf("name: %q is taken: a built-in module has this name; choose another name", name)
	}
	return ""
}

func (d *Declaration) check() error {
	switch {
	case !d.Before && !d.After && !d.Skips:
		return errors.New("none of \"before\", \"after\" and \"skips\" is true")
	case d.Intercept == "" && len(d.Functions) == 0:
		return errors.New("list the functions that the module needs under \"functions\", or patterns under \"intercept\"")
	}
	for _, name := range d.Needs {
		if m, ok := Find(name); !ok || !m.Helps {
			return fmt.Errorf("needs %.80q: no built-in module with functions for others has this name", name)
		}
	}
	for i, s := range d.Settings {
		if !IsDeclaredName(s.Name) {
			return fmt.Errorf("setting %.80q: %s", s.Name, nameRule)
		}
		if slices.ContainsFunc(d.Settings[:i], func(o settings.Setting) bool { return o.Name == s.Name }) {
			return fmt.Errorf("setting %q: declared more than once", s.Name)
		}
		if s.Type == settings.List || s.Name == onByDefault.Name && s.Type != settings.Bool {
			return fmt.Errorf("setting %q: must not have the type %s", s.Name, s.Type)
		}
		if err := s.Check(); err != nil {
			return fmt.Errorf("setting %q: %w", s.Name, err)
		}
	}
	return nil
}

// WithNeeds adds to a list of modules the built-in ones that the user's need, each after the module that needs it.
func WithNeeds(names []string, declared []Declaration) []string {
	out := slices.Clone(names)
	for _, d := range declared {
		for _, need := range d.Needs {
			if at := slices.Index(out, d.Name); at >= 0 && !slices.Contains(out, need) {
				out = slices.Insert(out, at+1, need)
			}
		}
	}
	return out
}

// Module returns the module, which can be switched. Functions and Calls have names of functions, in place of patterns.
func (d Declaration) Module() Module {
	m := Module{Name: d.Name, Alone: d.Intercept, Settings: d.Settings, at: map[string]Code{}, calls: d.Calls, skips: d.Skips}
	if m.Alone == "" {
		m.Alone = strings.Join(d.Functions, ",")
	}
	if _, ok := m.Switch(); !ok {
		m.Settings = append([]settings.Setting{onByDefault}, d.Settings...)
	}
	code := Code{}
	if d.Before {
		code.Before = userPrefix + d.Name
	}
	if d.After {
		code.After = userPrefix + d.Name
	}
	if d.Skips {
		code.Skip = d.Name
	}
	for _, name := range d.Functions {
		m.at[name] = code
	}
	if d.Intercept == "" {
		return m
	}
	m.around = func(command string, _ bool) Code {
		if _, ok := m.at[command]; ok {
			return Code{}
		}
		return code
	}
	return m
}

// userPrefix is the prefix of the code of modules of the user; the name of the module follows.
const userPrefix = "user:"
