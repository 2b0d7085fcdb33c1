package project

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// yamlSetting formats a declaration in one line. JSON is also YAML.
func yamlSetting(s settings.Setting) (string, error) {
	text, err := json.Marshal(s)
	return string(text), err
}

// checkSettings returns the first error of the settings that the author declares.
func (c *Config) checkSettings() *Error {
	for i, s := range c.Settings {
		if err := checkSetting(s, c.Settings[:i]); err != nil {
			return (&Error{What: fmt.Sprintf("settings: %.80q", s.Name), Why: err.Error(), Advice: "for example: {name: limit, type: int, range: [1, 100], default: '10', text: draws of a frame that are logged}"}).at(fmt.Sprintf("$.settings[%d]", i))
		}
	}
	return nil
}

func checkSetting(s settings.Setting, before []settings.Setting) error {
	switch {
	case !modules.IsDeclaredName(s.Name):
		return fmt.Errorf("use at most 31 lower-case letters and digits, the first a letter")
	case s.Name == "log" || s.Name == "hooks" || s.Name == "sets":
		return fmt.Errorf("each layer has a setting with this name")
	case slices.ContainsFunc(before, func(o settings.Setting) bool { return o.Name == s.Name }):
		return fmt.Errorf("declared more than once")
	case s.Type == settings.List:
		return fmt.Errorf("must not have the type %s", s.Type)
	}
	return s.Check()
}

// mergeSettings adds the settings of p. Hooks of two projects may read the same setting only if it is the same in both.
func (c *combiner) mergeSettings(p *part) error {
	for _, s := range p.config.now.Settings {
		i := slices.IndexFunc(c.config.Settings, func(o settings.Setting) bool { return o.Name == s.Name })
		if i < 0 {
			c.config.Settings = append(c.config.Settings, s)
			continue
		}
		if o := c.config.Settings[i]; o.Type != s.Type || o.Default != s.Default || !slices.Equal(o.Range, s.Range) || !slices.Equal(o.Choices, s.Choices) {
			return &Error{What: p.dir, Why: fmt.Sprintf("another project declares the setting %q with other values", s.Name), Advice: "rename the setting in one of the projects, in " + ConfigName + " and in its hooks"}
		}
	}
	return nil
}
