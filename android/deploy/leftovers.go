package deploy

import (
	_ "embed" // embeds the table
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Leftover is an object that a layer tool has left on a device.
type Leftover struct {
	Kind   string `json:"kind"` // package, property or file
	Name   string `json:"name"`
	Value  string `json:"value,omitempty"` // value of a property
	Tool   string `json:"tool"`
	What   string `json:"what"`   // its effect
	Remove string `json:"remove"` // command that removes it
}

//go:embed leftovers.tsv
var leftoverTable string

// leftoverRow is a row of the table.
type leftoverRow struct{ kind, name, tool, what string }

var leftoverRows = sync.OnceValue(func() []leftoverRow {
	return table.Must("leftovers.tsv", leftoverTable, 4, table.Row(func(w []string) leftoverRow { return leftoverRow{w[0], w[1], w[2], w[3]} }))
})

func (r leftoverRow) fits(name string) bool {
	begin, open := strings.CutSuffix(r.name, "*")
	return name == r.name || open && strings.HasPrefix(name, begin)
}

// leftoverQueries returns queries for everything in the table: packages, files in directories, files of apps.
func leftoverQueries() []device.NamedScript {
	files := ""
	for _, r := range leftoverRows() {
		if r.kind == "folder" {
			files += "for f in " + r.name + "/*.so " + r.name + "/.gleslayergen*; do [ -e \"$f\" ] && echo \"$f\"; done\n"
		}
	}
	return []device.NamedScript{{Name: "left-packages", Script: `pm list packages --user "$U"`}, {Name: "left-files", Script: files}, {Name: "left-data", Script: dataScript}}
}

// leftoversOf returns what the device has of the table, without what the journal records: restore undoes
// that.
func leftoversOf(d *adb.Device, s *device.State, made []Change) []Leftover {
	found := []Leftover{}
	each := func(question string, add func(line string)) {
		for line := range strings.Lines(s.Answers[question]) {
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				add(line)
			}
		}
	}
	each("left-packages", func(line string) {
		if name, ok := strings.CutPrefix(line, "package:"); ok {
			found = appendLeftover(found, d, "package", name, "")
		}
	})
	each("left-files", func(line string) { found = appendLeftover(found, d, "file", line, "") })
	each("left-data", func(line string) { found = append(found, dataLeftover(d, s.User, line)) })
	for _, name := range slices.Sorted(maps.Keys(s.Props)) {
		if value := s.Props[name]; value != "" {
			found = appendLeftover(found, d, "property", name, value)
		}
	}
	return slices.DeleteFunc(found, func(l Leftover) bool { return l.isOurs(made) })
}

// isOurs reports whether the present value is the one that the journal recorded. A property that another process
// changed since is not ours.
func (l Leftover) isOurs(made []Change) bool {
	return slices.ContainsFunc(made, func(c Change) bool {
		name := c.Name == l.Name || c.Kind == KindFile && c.Before == l.Name // a replaced file that waits to be restored
		return c.Kind == l.Kind && name && (c.Kind != KindProperty || c.AfterSet && c.After == l.Value)
	})
}

// appendLeftover adds an object if a row of the table describes it.
func appendLeftover(list []Leftover, d *adb.Device, kind, name, value string) []Leftover {
	for _, r := range leftoverRows() {
		l := Leftover{Kind: kind, Name: name, Value: value, Tool: r.tool, What: r.what}
		switch {
		case kind == "file" && r.kind == "folder" && strings.HasPrefix(name, r.name+"/"):
			l.Remove = command(d, "shell", "rm", name)
		case kind == "package" && r.kind == kind && r.fits(name):
			l.Remove = command(d, "uninstall", name)
		case kind == "property" && r.kind == kind && r.fits(name):
			l.Remove = command(d, "shell", "setprop", name, "")
		default:
			continue
		}
		return append(list, l)
	}
	return list
}

// command formats an adb call that the user can copy.
func command(d *adb.Device, verb string, words ...string) string {
	quoted := false
	for i, w := range words {
		if !strings.HasPrefix(w, "--") { // a flag
			words[i] = adb.QuoteIfNeeded(w)
		}
		quoted = quoted || words[i] != w
	}
	line := strings.Join(words, " ")
	if verb == "shell" && quoted { // quoted for the shell of this machine
		line = adb.Quote(line)
	}
	return d.CommandLine() + " " + verb + " " + line
}
