package loader

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// A Fault is why a layer or the program cannot be used.
type Fault struct {
	Layer  bool   // the fault is a layer's, so the program could run as on a device
	What   string // the layer, program or flag
	Why    string
	Device string // what Android logs and does; "" for a program
	Remedy string
	ID     string // the rule or pitfall, for `gleslayergen explain`; may be ""

	path, linker string // of a layer that the linker does not open, and what Android's linker reports
}

// Error returns what failed, why, and what a device does.
func (f *Fault) Error() string {
	words := f.What + ": " + f.Why
	if f.Device != "" {
		words += "; Android " + f.Device
	}
	return words
}

// Hint returns what to do.
func (f *Fault) Hint() string {
	if f.ID == "" {
		return f.Remedy
	}
	return f.Remedy + "; more: gleslayergen explain " + f.ID
}

// abandon describes what Android does after it logs line about a layer that it cannot load (rules 1.10,
// 1.11).
func abandon(line string) string {
	return "logs \"E libEGL: " + line + "\" and loads no layer (rule 1.10)"
}

// skip describes what Android does with a layer that it does not find.
func skip(dirs []string) string {
	var lines []string
	for _, dir := range dirs {
		lines = append(lines, "\"I libEGL: Searching "+dir+" for GLES layers\"")
	}
	return "logs " + strings.Join(lines, ", ") + " and continues without this layer (rule 1.10)"
}

// remedyOf returns the remedy from the table of pitfalls.
func remedyOf(id string) string {
	pitfall, ok := rules.FindPitfall(id)
	if !ok {
		panic("loader: unknown pitfall " + id)
	}
	return strings.ToLower(pitfall.Remedy[:1]) + strings.TrimSuffix(pitfall.Remedy[1:], ".")
}
