package project

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	goyaml "github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/yaml"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// ConfigName is the name of the author's configuration file at the root of a project.
const ConfigName = "gleslayer.yaml"

// Config is the content of gleslayer.yaml.
type Config struct {
	Name       string             `yaml:"name"`
	Init       string             `yaml:"init"` // passive or active
	Registry   RegistrySource     `yaml:"registry"`
	Intercept  []Intercept        `yaml:"intercept"`
	Use        []string           `yaml:"use"`
	API        string             `yaml:"api"`        // egl=1.5,gles2=3.2
	Extensions string             `yaml:"extensions"` // all, none, or names
	Slots      int                `yaml:"slots"`      // ignored; earlier versions required it of layers with many names that the loader does not know
	Sets       []string           `yaml:"sets"`       // modules by name, and directories with hook sets of the project; the app's side first
	Settings   []settings.Setting `yaml:"settings"`   // those that the hooks read
	Constants  string             `yaml:"constants"`  // used, or all; "" means all
	Template   string             `yaml:"template"`

	// OldNames is from the lock: generated Go code has the old names of commands, too, as deprecated aliases.
	OldNames bool `yaml:"-"`

	loaded userModules // those of the user in Sets
}

// The values of the key constants.
const (
	ConstantsUsed = gen.ConstantsUsed // the constants of the parameters of the layer's functions
	ConstantsAll  = "all"             // every constant of the registry
)

// Intercept is a rule: the matching commands and their kind of hook. The first matching rule decides.
type Intercept struct {
	Match string `yaml:"match"`
	Hooks string `yaml:"hooks"`
}

// TakesAway reports whether the rule only excludes commands. Such a rule has no kind of hook.
func (i Intercept) TakesAway() bool { return strings.HasPrefix(strings.TrimSpace(i.Match), "!") }

// HookKinds are the kinds of hook in the yaml and in flags.
var HookKinds = templates.HookKinds

// HookKindAdvice explains the kinds of hook.
const HookKindAdvice = `the hook kinds are "go" (Go functions), "c" (C functions), "observe" (Go functions that get calls after they have returned), ` +
	`"none" (the layer only forwards calls) and "record" (only with the template pack "trace")`

// ParseIntercepts parses the patterns of --intercept, each with the kind of hook before its colon or else the given
// one. The result has a rule for each pattern.
func ParseIntercepts(patterns []string, hooks string) []Intercept {
	var rules []Intercept
	for _, pattern := range registry.SplitPatterns(patterns) {
		rule := Intercept{Match: pattern, Hooks: hooks}
		if kind, match, ok := splitKind(pattern); ok {
			rule = Intercept{Match: match, Hooks: kind}
		}
		if rule.TakesAway() {
			rule.Hooks = ""
		}
		rules = append(rules, rule)
	}
	return rules
}

// splitKind splits a pattern such as c:glUniform* into the kind of hook and the pattern proper.
func splitKind(pattern string) (kind, match string, ok bool) {
	kind, match, ok = strings.Cut(pattern, ":")
	return kind, match, ok && slices.Contains(HookKinds, kind)
}

// RegistrySource is the built-in registry, or two files.
type RegistrySource struct {
	GL  string `yaml:"gl"`
	EGL string `yaml:"egl"`
}

// Builtin reports whether s is the built-in registry.
func (s RegistrySource) Builtin() bool { return s.GL == "" && s.EGL == "" }

// UnmarshalYAML reads the word builtin, or a mapping of gl and egl.
func (s *RegistrySource) UnmarshalYAML(node ast.Node) error {
	*s = RegistrySource{}
	if word, ok := node.(*ast.StringNode); ok && word.Value == "builtin" {
		return nil
	}
	type plain RegistrySource
	if node.Type() == ast.MappingType {
		if err := goyaml.NodeToValue(node, (*plain)(s), goyaml.Strict()); err != nil || s.GL != "" && s.EGL != "" {
			return err
		}
	}
	return &goyaml.SyntaxError{Message: "registry: must be \"builtin\" or {gl: FILE, egl: FILE}", Token: node.GetToken()}
}

//go:embed gleslayer.yaml.tmpl
var configTemplate string

// YAML returns the text of a new gleslayer.yaml, with comments for its author.
func (c *Config) YAML() ([]byte, error) {
	t, err := template.New(ConfigName).Funcs(template.FuncMap{"value": yamlValue, "item": yamlItem, "setting": yamlSetting}).Parse(configTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, c)
	return b.Bytes(), err
}

// Find returns the root of the project that contains dir: the closest directory, dir or above, with a
// gleslayer.yaml.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, ConfigName)); err == nil && !info.IsDir() {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", &Error{What: "no project found", Why: "neither " + dir + " nor a directory above it has a " + ConfigName,
				Advice: "change to the directory of a project, or create a project: gleslayergen new --passive --intercept eglChooseConfig"}
		}
	}
}

// Load reads and checks the gleslayer.yaml of a project.
func Load(root string) (*Config, error) {
	path := filepath.Join(root, ConfigName)
	f, err := os.Open(path)
	if err != nil {
		return nil, configReadError(path, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(configLimits.Bytes)+1))
	if err != nil {
		return nil, configReadError(path, err)
	}
	return ParseConfig(path, text)
}

func configReadError(path string, err error) error {
	return &Error{What: "cannot read " + path, Why: fsx.Reason(err), Advice: "check that the file exists and that you have permission to read it; \"gleslayergen new\" creates this file in a new project"}
}

// ParseConfig parses and checks a gleslayer.yaml. Errors have the file and line.
func ParseConfig(path string, text []byte) (*Config, error) {
	if err := checkConflict(path, text, adviceConflict+"; then run: gleslayergen update"); err != nil {
		return nil, err
	}
	c := &Config{}
	tree, err := yaml.Parse(text, configLimits)
	if err == nil {
		err = yaml.Decode(tree, c)
	}
	if err != nil {
		return nil, yamlError(path, err)
	}
	c.tidy()
	if fault := c.check(); fault != nil {
		return nil, &Error{What: fmt.Sprintf("%s: %s", yaml.Position(path, yaml.Line(tree, fault.key)), fault.What), Why: fault.Why, Advice: fault.Advice}
	}
	return c, nil
}

// tidy replaces empty lists by nil.
func (c *Config) tidy() {
	if len(c.Intercept) == 0 {
		c.Intercept = nil
	}
	for _, list := range []*[]string{&c.Use, &c.Sets} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	if len(c.Settings) == 0 {
		c.Settings = nil
	}
}

// check returns the first error of the configuration, with its key.
func (c *Config) check() *Error {
	if err := checkName(c.Name); err != nil {
		return err.at("$.name")
	}
	if c.Init != "passive" && c.Init != "active" {
		return (&Error{What: fmt.Sprintf("init: %q", c.Init), Why: "must be \"passive\" or \"active\"", Advice: StyleAdvice}).at("$.init")
	}
	if c.Constants != "" && c.Constants != ConstantsUsed && c.Constants != ConstantsAll {
		return (&Error{What: fmt.Sprintf("constants: %q", c.Constants), Why: "must be \"used\" or \"all\"",
			Advice: "\"used\" generates only the constants that the layer's functions accept; \"all\" generates every constant"}).at("$.constants")
	}
	for i, rule := range c.Intercept {
		if !slices.Contains(HookKinds, rule.Hooks) && !(rule.TakesAway() && rule.Hooks == "") {
			return (&Error{What: fmt.Sprintf("hooks: %q", rule.Hooks), Why: "unknown hook kind", Advice: HookKindAdvice}).at(fmt.Sprintf("$.intercept[%d]", i))
		}
	}
	if templates.IsGit(c.Template) {
		if _, err := templates.ParseGit(c.Template); err != nil {
			return packError("template", err).at("$.template")
		}
	}
	if fault := c.checkModules(); fault != nil {
		return fault
	}
	if fault := c.checkSettings(); fault != nil {
		return fault
	}
	return c.checkOwnSets()
}

// StyleAdvice is the hint on when to use each style of initialization.
const StyleAdvice = "use \"passive\" if the layer only intercepts functions; use \"active\" if it needs setup before the app's first call, calls functions that it does not intercept, or intercepts extensions that the loader does not know"
