// Package profile reads and writes descriptions of a device: its limits, strings, extensions, formats, precisions and EGL
// configs. The module profile of a layer reads their text form.
package profile

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed limits.tsv
var limits string

// Limit is a limit that a profile can have.
type Limit struct {
	Name   string
	Min    bool // a device with a higher value can do less
	Values int  // number of values
}

// Limits returns all limits, in the order of profiles.
var Limits = sync.OnceValue(func() []Limit {
	return table.Must("limits.tsv", limits, 3, func(row []string) (Limit, error) {
		n, err := strconv.Atoi(row[2])
		if err == nil && row[1] != "max" && row[1] != "min" {
			err = fmt.Errorf("%q is neither max nor min", row[1])
		}
		return Limit{Name: row[0], Min: row[1] == "min", Values: n}, err
	})
})

// CanBeNegative reports whether a value of the limit can be negative.
func (l Limit) CanBeNegative() bool { return strings.HasPrefix(l.Name, "GL_MIN_") }

// stringNames are the strings of glGetString in a profile, in their order.
var stringNames = []string{"GL_VERSION", "GL_RENDERER", "GL_VENDOR", "GL_SHADING_LANGUAGE_VERSION"}

// configNames are the attributes of an EGL config in a profile of a driver, in their order.
var configNames = []string{"EGL_RED_SIZE", "EGL_GREEN_SIZE", "EGL_BLUE_SIZE", "EGL_ALPHA_SIZE", "EGL_DEPTH_SIZE", "EGL_STENCIL_SIZE", "EGL_SAMPLES"}

// A Profile describes a driver.
type Profile struct {
	Strings    map[string]string  `json:"strings"`
	Limits     map[string][]int64 `json:"limits"`
	Precisions []Precision        `json:"precisions"`
	Extensions []string           `json:"extensions"`
	Samples    map[string]int     `json:"samples"` // the largest number of samples of formats
	Configs    []map[string]int   `json:"configs"` // attributes of EGL configs
}

// Precision is what glGetShaderPrecisionFormat returns.
type Precision struct {
	Shader string `json:"shader"`
	Kind   string `json:"kind"`
	Low    int    `json:"low"`
	High   int    `json:"high"`
	Bits   int    `json:"bits"`
}

// maxSize is the size that the module accepts.
const maxSize = 64 << 10

// Parse returns the profile with lines that a driver's values were printed in. The values may be anything: it ignores invalid
// lines. It returns nil without a version.
func Parse(lines []string) *Profile {
	p := &Profile{Strings: map[string]string{}, Limits: map[string][]int64{}, Precisions: []Precision{}, Extensions: []string{},
		Samples: map[string]int{}, Configs: []map[string]int{}}
	for _, line := range lines {
		key, rest, _ := strings.Cut(line, " ")
		p.parse(key, rest)
	}
	if p.Strings["GL_VERSION"] == "" {
		return nil
	}
	return p
}

func (p *Profile) parse(key, rest string) {
	words := strings.Fields(rest)
	switch i := slices.IndexFunc(Limits(), func(l Limit) bool { return l.Name == key }); {
	case i >= 0:
		if values, ok := numbers(words, Limits()[i]); ok {
			p.Limits[key] = values
		}
	case slices.Contains(stringNames, key):
		if text := strings.Join(words, " "); text != "" {
			p.Strings[key] = text
		}
	case key == "extension" && len(words) == 1 && isName(words[0]) && words[0] != "none":
		p.Extensions = append(p.Extensions, words[0])
	case key == "samples" && len(words) == 2 && isName(words[0]):
		if n, err := strconv.ParseUint(words[1], 10, 10); err == nil {
			p.Samples[words[0]] = int(n)
		}
	case key == "precision" && len(words) == 5:
		one := Precision{Shader: words[0], Kind: words[1]}
		_, err := fmt.Sscan(strings.Join(words[2:], " "), &one.Low, &one.High, &one.Bits)
		if err == nil && min(one.Low, one.High, one.Bits) >= 0 && max(one.Low, one.High, one.Bits) <= 256 {
			p.Precisions = append(p.Precisions, one)
		}
	case key == "config":
		if c := config(words); len(c) == len(configNames) {
			p.Configs = append(p.Configs, c)
		}
	}
}

func numbers(words []string, l Limit) (values []int64, ok bool) {
	for _, word := range words {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || n < 0 && !l.CanBeNegative() {
			return nil, false
		}
		values = append(values, n)
	}
	return values, len(values) == l.Values
}

func config(words []string) map[string]int {
	c := map[string]int{}
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if n, err := strconv.ParseUint(value, 10, 31); err == nil && slices.Contains(configNames, name) {
			c[name] = int(n)
		}
	}
	return c
}

// isName reports whether a word has only the characters of a name, and not those of a pattern.
func isName(word string) bool {
	return word != "" && len(word) < 128 && strings.Trim(word, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// Text returns the form that the module reads.
func (p *Profile) Text() string {
	var b strings.Builder
	b.WriteString("# Written by gleslayergen from a driver\n")
	for _, name := range stringNames {
		if text := p.Strings[name]; text != "" {
			fmt.Fprintf(&b, "%s %s\n", name, text)
		}
	}
	for _, l := range Limits() {
		if values, ok := p.Limits[l.Name]; ok {
			b.WriteString(l.Name)
			for _, v := range values {
				fmt.Fprintf(&b, " %d", v)
			}
			b.WriteString("\n")
		}
	}
	for _, one := range p.Precisions {
		fmt.Fprintf(&b, "precision %s %s %d %d %d\n", one.Shader, one.Kind, one.Low, one.High, one.Bits)
	}
	for _, x := range p.Extensions {
		fmt.Fprintf(&b, "extension %s\n", x)
	}
	if len(p.Extensions) == 0 {
		b.WriteString("extension none\n") // without it, the app would see those of the driver
	}
	for _, name := range slices.Sorted(maps.Keys(p.Samples)) {
		fmt.Fprintf(&b, "samples %s %d\n", name, p.Samples[name])
	}
	for _, c := range p.Configs {
		b.WriteString("config")
		for _, name := range configNames {
			if value, ok := c[name]; ok {
				fmt.Fprintf(&b, " %s=%d", name, value)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// FromJSON returns the first profile in a JSON report of run --probe or device driver.
func FromJSON(content []byte) (*Profile, error) {
	var report struct {
		Profile   *Profile `json:"profile"`
		Processes []struct {
			Profile *Profile `json:"profile"`
		} `json:"processes"`
		Devices []struct {
			Processes []struct {
				Profile *Profile `json:"profile"`
			} `json:"processes"`
		} `json:"devices"`
	}
	if err := json.Unmarshal(content, &report); err != nil {
		return nil, err
	}
	processes := report.Processes
	for _, d := range report.Devices {
		processes = append(processes, d.Processes...)
	}
	for _, process := range processes {
		report.Profile = cmp.Or(report.Profile, process.Profile)
	}
	if report.Profile == nil {
		return nil, errors.New("no profile in the JSON")
	}
	return report.Profile.check()
}

// check returns the profile if its text form has the same values: a JSON text may have anything.
func (p *Profile) check() (*Profile, error) {
	text := p.Text()
	if len(text) >= maxSize {
		return nil, errors.New("the profile is larger than 64 KiB")
	}
	again := Parse(strings.Split(text, "\n"))
	if again == nil || again.Text() != text {
		return nil, errors.New("the profile in the JSON has an invalid value")
	}
	return again, nil
}
