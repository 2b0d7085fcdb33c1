// Package doctor finds the programs and libraries that the commands use: path, version, purpose, and how to
// install them. The table tools.tsv lists what it looks for.
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
	Find      string   // what to look for; the syntax depends on the kind
	Version   []string // arguments that print the version; none if there is no such option
	Least     string   // minimum version; empty for any
	Needed    []string // commands that require the tool
	Used      []string // commands that can use the tool
	Systems   string   // where the row applies: "all", or comma-separated names
	Debian    string   // Debian packages; empty if none provides it
	Otherwise string   // other sources
	Reason    string   // purpose
}

// Tools returns the rows that apply to a system, named as in runtime.GOOS.
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

// For keeps the tools that a command requires or can use.
func For(tools []Tool, verb string) []Tool {
	var out []Tool
	for _, t := range tools {
		if slices.Contains(t.Needed, verb) || slices.Contains(t.Used, verb) {
			out = append(out, t)
		}
	}
	return out
}

// Verbs returns the commands that the table names, sorted, plus new, which requires nothing.
func Verbs() []string {
	all := []string{"new"}
	for _, t := range rows() {
		all = append(append(all, t.Needed...), t.Used...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
