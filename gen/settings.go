package gen

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// Settings returns the settings that the layer declares.
func (p *Plan) Settings() *settings.Declared {
	return &settings.Declared{Schema: 1, Layer: p.Name, Settings: append(modules.Settings(p.modules(), p.records, p.in.ModulesOff), p.in.Settings...)}
}

// describeSettings returns the text that a built layer carries about its settings, in parts: one for each setting.
func (p *Plan) describeSettings() ([]string, error) {
	all := p.Settings()
	list := all.Settings
	all.Settings = []settings.Setting{}
	frame, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	head, tail, _ := strings.Cut(string(frame), "]")
	parts := []string{head}
	for i, s := range list {
		part, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		parts = append(parts, string(part)+pick(i+1 < len(list), ",", "]"+tail))
	}
	return parts, nil
}

// noteSize returns the size of that text with a null at its end, rounded up to four bytes.
func (p *Plan) noteSize() (int, error) {
	parts, err := p.describeSettings()
	return (len(strings.Join(parts, "")) + 4) / 4 * 4, err
}

// settingValue is a setting whose value C code reads.
type settingValue struct{ settings.Setting }

// ID returns the name of the setting in C constants.
func (v settingValue) ID() string { return strings.ToUpper(strings.ReplaceAll(v.Name, ".", "_")) }

// settingValues returns the settings with a value. Lists have none.
func (p *Plan) settingValues() []settingValue {
	var values []settingValue
	for _, s := range p.Settings().Settings {
		if s.Type != settings.List {
			values = append(values, settingValue{s})
		}
	}
	return values
}

// Letter returns the type in C code.
func (v settingValue) Letter() string { return v.Type[:1] }

// Words returns the words of a choice, separated by commas; the default of a path or text.
func (v settingValue) Words() string {
	if v.Type == settings.Path || v.Type == settings.Text {
		return v.Default
	}
	return strings.Join(v.Choices, ",")
}

// Limits returns the smallest and the largest value; two zeros if it is not a number.
func (v settingValue) Limits() []int32 {
	if v.Type != settings.Int {
		return []int32{0, 0}
	}
	return v.Range
}

// moduleSwitch returns the place of the setting that switches a module, or -1.
func (p *Plan) moduleSwitch(name string) int {
	return slices.IndexFunc(p.settingValues(), func(v settingValue) bool { return v.Name == name+".on" })
}

// moduleDefault reports whether a module is on by default.
func (p *Plan) moduleDefault(name string) bool {
	if s, ok := p.Settings().Find(name + ".on"); ok {
		return s.Default == "1"
	}
	return !p.records
}
