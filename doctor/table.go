// Package doctor finds the programs and libraries that verbs call: where they are, which version, what
// they are for, how to get them. What it looks for is a table, tools.tsv.
package doctor

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed tools.tsv
var toolsTable string

// Tool is a row of the table.
type Tool struct {
	Name      string
	Kind      string   // program, library or ndk
	Find      string   // what to look for; each kind reads it in its own way
	Version   []string // arguments that make a program tell its version; none if it cannot
	Least     string   // oldest version that does; empty for any
	Needed    []string // verbs that cannot do without
	Used      []string // verbs that do more with it
	Systems   string   // where the row holds: "all", or names joined by commas
	Debian    string   // packages; empty if none fits
	Otherwise string   // where else to get it
	Reason    string   // what it is for
}

// Tools are the rows that hold on a system, named as in runtime.GOOS.
func Tools(system string) []Tool {
	return slices.DeleteFunc(rows(), func(t Tool) bool {
		return t.Systems != "all" && !slices.Contains(words(t.Systems), system)
	})
}

func rows() []Tool {
	return table.Must("tools.tsv", toolsTable, 11, table.Row(func(w []string) Tool {
		for i := range w {
			if w[i] == "-" {
				w[i] = ""
			}
		}
		return Tool{Name: w[0], Kind: w[1], Find: w[2], Version: strings.Fields(w[3]), Least: w[4],
			Needed: words(w[5]), Used: words(w[6]), Systems: w[7], Debian: w[8], Otherwise: w[9], Reason: w[10]}
	}))
}

func words(list string) []string {
	if list == "" {
		return []string{}
	}
	return strings.Split(list, ",")
}

// For keeps the tools that a verb needs or uses.
func For(tools []Tool, verb string) []Tool {
	var out []Tool
	for _, t := range tools {
		if slices.Contains(t.Needed, verb) || slices.Contains(t.Used, verb) {
			out = append(out, t)
		}
	}
	return out
}

// Verbs are all that the table names, sorted, and new, which needs nothing.
func Verbs() []string {
	all := []string{"new"}
	for _, t := range rows() {
		all = append(append(all, t.Needed...), t.Used...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
