package project

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"github.com/goccy/go-yaml"

	"github.com/gleslayergen/gleslayergen/gen"
)

// ConfigName is the author's file at the root of a project.
const ConfigName = "gleslayer.yaml"

// Config is gleslayer.yaml: what the author chose.
type Config struct {
	Name       string         `yaml:"name"`
	Init       string         `yaml:"init"` // passive or active
	Registry   RegistrySource `yaml:"registry"`
	Intercept  []Intercept    `yaml:"intercept"`
	Use        []string       `yaml:"use"`
	API        string         `yaml:"api"`        // egl=1.5,gles2=3.2
	Extensions string         `yaml:"extensions"` // all, none, or names
	Template   string         `yaml:"template"`
}

// Intercept is a rule: the commands that match, and what runs when they are called. The first match decides.
type Intercept struct {
	Match string `yaml:"match"`
	Hooks string `yaml:"hooks"`
}

// RegistrySource says where the facts come from: the tool's own snapshot, or two files.
type RegistrySource struct {
	GL  string `yaml:"gl"`
	EGL string `yaml:"egl"`
}

// Builtin reports whether the tool's own snapshot is meant.
func (s RegistrySource) Builtin() bool { return s.GL == "" && s.EGL == "" }

// UnmarshalYAML reads the word builtin, or a mapping of gl and egl.
func (s *RegistrySource) UnmarshalYAML(unmarshal func(any) error) error {
	var word string
	if unmarshal(&word) == nil {
		if word != "builtin" {
			return fmt.Errorf("registry: %q is neither builtin nor {gl: FILE, egl: FILE}", word)
		}
		*s = RegistrySource{}
		return nil
	}
	type plain RegistrySource
	return unmarshal((*plain)(s))
}

//go:embed gleslayer.yaml.tmpl
var configTemplate string

// YAML is the file as it is first written, with comments for its author.
func (c *Config) YAML() ([]byte, error) {
	t, err := template.New(ConfigName).Funcs(template.FuncMap{"yaml": yamlScalar}).Parse(configTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, c)
	return b.Bytes(), err
}

// yamlScalar writes a value so that YAML reads it back: quoted where it must be.
func yamlScalar(s string) (string, error) {
	b, err := yaml.Marshal(s)
	return string(bytes.TrimSpace(b)), err
}

// Find is the root of the project that dir lies in: the nearest folder upwards with a gleslayer.yaml.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ConfigName)); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", &Error{What: "no project here", Why: "neither " + dir + " nor a folder above it has a " + ConfigName,
				Advice: "make one with: gleslayergen new --passive --intercept eglChooseConfig"}
		}
	}
}

// Load reads and checks the gleslayer.yaml of a project.
func Load(root string) (*Config, error) {
	path := filepath.Join(root, ConfigName)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseConfig(path, text)
}

// ParseConfig reads a gleslayer.yaml. Errors name file and line.
func ParseConfig(path string, text []byte) (*Config, error) {
	c := &Config{}
	if err := yaml.UnmarshalWithOptions(text, c, yaml.Strict()); err != nil {
		return nil, &Error{What: path, Why: yaml.FormatError(err, false, false), Advice: "see docs/project.md for every key"}
	}
	return c, c.check()
}

func (c *Config) check() error {
	if err := CheckName(c.Name); err != nil {
		return err
	}
	if c.Init != "passive" && c.Init != "active" {
		return &Error{What: "init: " + fmt.Sprintf("%q", c.Init), Why: "neither passive nor active", Advice: StyleAdvice}
	}
	for _, rule := range c.Intercept {
		switch gen.HookKind(rule.Hooks) {
		case gen.HookGo, gen.HookC, gen.HookNone:
		default:
			return &Error{What: fmt.Sprintf("hooks: %q", rule.Hooks), Why: "no kind of hook",
				Advice: "go for Go functions, c for C functions, none for trampolines only"}
		}
	}
	return nil
}

// StyleAdvice says which style of initialisation suits what.
const StyleAdvice = "passive suits a few functions; active suits set-up before the app's first call, or functions that hooks call without intercepting them"
