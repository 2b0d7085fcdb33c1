package loader

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// A Fault is why a layer, or the program, will not do.
type Fault struct {
	Layer  bool   // a layer's, so that the program could run as on a device; else the program's
	What   string // whose fault
	Why    string
	Device string // what Android writes and does; "" for a program
	Remedy string
	ID     string // of the rule or trap that tells more, for `gleslayergen explain`
}

// Error says what, why, and what a device would do.
func (f *Fault) Error() string {
	words := f.What + ": " + f.Why
	if f.Device != "" {
		words += "; Android " + f.Device
	}
	return words
}

// Hint says what to do.
func (f *Fault) Hint() string {
	if f.ID == "" {
		return f.Remedy
	}
	return f.Remedy + "; more: gleslayergen explain " + f.ID
}

// abandon is what Android does with a layer that it cannot use, behind the line that it logs (rules 1.10, 1.11).
func abandon(line string) string {
	return "logs \"E libEGL: " + line + "\" and loads no layer (rule 1.10)"
}

// skip is what Android does with a layer that it cannot find.
func skip(folders []string) string {
	var lines []string
	for _, folder := range folders {
		lines = append(lines, "\"I libEGL: Searching "+folder+" for GLES layers\"")
	}
	return "logs " + strings.Join(lines, ", ") + " and continues without it (rule 1.10)"
}

// remedyOf is what the table of traps advises.
func remedyOf(id string) string {
	trap, ok := rules.FindTrap(id)
	if !ok {
		panic("loader: unknown trap " + id)
	}
	return strings.ToLower(trap.Remedy[:1]) + strings.TrimSuffix(trap.Remedy[1:], ".")
}
