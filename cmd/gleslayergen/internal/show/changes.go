package show

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
)

// shown is the number of names that a line lists; it counts the others.
const shown = 5

// headings are the headings of a list of changes.
var headings = map[registry.What]string{
	registry.InFeature: "Versions", registry.InExtension: "Extensions", registry.InCommand: "Commands", registry.InParameter: "Parameters",
	registry.InAlias: "Aliases", registry.InType: "Types", registry.InEnum: "Enums", registry.InGroup: "Enum groups",
}

// Sources formats the files of a registry.
func Sources(sources []registry.Source) string {
	var words []string
	for _, s := range sources {
		date := s.Date
		if date == "" {
			date = s.SHA256[:min(12, len(s.SHA256))]
		}
		words = append(words, s.Name+" "+date)
	}
	return strings.Join(words, ", ")
}

// Tally writes the number of changes, one row for each kind.
func Tally(w io.Writer, counts []registry.Tally) {
	rows := [][]string{{"", "added", "removed", "changed"}}
	for _, c := range counts {
		if c.Added+c.Removed+c.Changed > 0 {
			rows = append(rows, []string{strings.ToLower(headings[c.What]), strconv.Itoa(c.Added), strconv.Itoa(c.Removed), strconv.Itoa(c.Changed)})
		}
	}
	if len(rows) == 1 {
		fmt.Fprintln(w, "no changes")
		return
	}
	ui.Table(w, "", rows)
}

// Changes writes a list of changes, one section for each kind. A change of many parameters is one line.
func Changes(w io.Writer, changes []registry.Change) {
	for _, what := range registry.Whats {
		of := slices.DeleteFunc(slices.Clone(changes), func(c registry.Change) bool { return c.What != what })
		if len(of) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", headings[what])
		if what == registry.InParameter {
			parameters(w, of)
			continue
		}
		for _, c := range of {
			fmt.Fprintln(w, "  "+Change(c))
		}
	}
}

// Change formats a change as one line.
func Change(c registry.Change) string {
	switch c.Kind {
	case registry.Added:
		return "+ " + whole(c, c.New)
	case registry.Removed:
		return "- " + whole(c, c.Old)
	}
	return "~ " + strings.TrimSpace(c.Name+" "+c.Part) + ": " + fact(c)
}

// whole formats what was added or removed.
func whole(c registry.Change, declared string) string {
	switch c.What {
	case registry.InCommand:
		return declared
	case registry.InParameter:
		return c.Name + ": " + declared
	case registry.InExtension:
		return named(c.Name, c.Commands)
	case registry.InGroup:
		return named(c.Name, registry.SplitPatterns([]string{declared}))
	}
	return c.Name + " " + declared
}

// named formats a name with a list, if the list is not empty.
func named(name string, list []string) string {
	if len(list) == 0 {
		return name
	}
	return name + ": " + few(list)
}

// lists are the facts that are lists of names.
var lists = []string{"types", "enums", "commands", "aliases"}

// fact formats the change of a fact.
func fact(c registry.Change) string {
	if !slices.Contains(lists, c.Fact) {
		return fmt.Sprintf("%s %s -> %s", c.Fact, orNothing(c.Old), orNothing(c.New))
	}
	var words []string
	if c.New != "" {
		words = append(words, "+ "+few(strings.Split(c.New, ",")))
	}
	if c.Old != "" {
		words = append(words, "- "+few(strings.Split(c.Old, ",")))
	}
	return c.Fact + " " + strings.Join(words, "; ")
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// few formats the first names of a list.
func few(list []string) string {
	if len(list) <= shown+1 {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:shown], ", "), len(list)-shown)
}

// weight orders the facts of a parameter by their importance for authors of hooks: the type first.
var weight = []string{"", "type", "name", "len", "group", "class", "kind"}

// parameters writes changes of parameters. Equal changes share one line.
func parameters(w io.Writer, changes []registry.Change) {
	var order []string
	where := map[string][]string{}
	slices.SortStableFunc(changes, func(a, b registry.Change) int {
		return slices.Index(weight, a.Fact) - slices.Index(weight, b.Fact)
	})
	for _, c := range changes {
		if c.Kind != registry.Changed {
			fmt.Fprintln(w, "  "+Change(c))
			continue
		}
		key := fact(c)
		if where[key] == nil {
			order = append(order, key)
		}
		where[key] = append(where[key], c.Name+" "+c.Part)
	}
	for _, key := range order {
		fmt.Fprintf(w, "  ~ %s: %s\n", key, few(where[key]))
	}
}
