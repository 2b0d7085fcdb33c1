package gen

import (
	"cmp"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// notesTable says what the recorder does at calls beside recording them.
//
//go:embed data/notes.tsv
var notesTable string

var noteRows = sync.OnceValue(func() [][]string { return table.Rows("notes.tsv", notesTable, 5) })

// callNotes are what is done at a command's calls, as C. Before and After are done when the thread is recorded.
type callNotes struct {
	Before, After        []string
	AlwaysBefore         []string // in front of all: recording may begin there
	AlwaysAfter          []string // those of After that are done at other times, too
	Around, AlwaysAround string   // in the place of the call: when the thread is recorded, and when not
}

// isNoted reports whether something is to be done at a command's calls.
func isNoted(rc *registry.Command) bool {
	return slices.ContainsFunc(noteRows(), func(row []string) bool { return noteFits(row, rc) != "" && !strings.Contains(row[0], "*") })
}

// noteFits is the name by which a row means a command; empty for none. A pattern means names only, not other names of theirs.
func noteFits(row []string, rc *registry.Command) string {
	names := []string{rc.Name}
	if !strings.Contains(row[0], "*") {
		names = append(names, rc.Aliases...)
	}
	for _, name := range names {
		if fits, _ := path.Match(row[0], name); fits {
			return name
		}
	}
	return ""
}

func notesOf(r *registry.Registry, c *Command, rc *registry.Command) (callNotes, error) {
	var n callNotes
	for _, row := range noteRows() {
		name := noteFits(row, rc)
		if name == "" {
			continue
		}
		other, _ := r.Command(name)
		code, err := spellFor(row[2], other, rc)
		if err == nil {
			err = n.add(row[1], code+";", row[3])
		}
		if err != nil {
			return n, fmt.Errorf("notes.tsv: %s: %w", row[0], err)
		}
	}
	call := "next_(" + c.CArgs + ");"
	n.Around, n.AlwaysAround = cmp.Or(n.Around, call), cmp.Or(n.AlwaysAround, call)
	return n, nil
}

func (n *callNotes) add(moment, code, while string) error {
	always := while == "always"
	switch {
	case !always && while != "recording":
		return fmt.Errorf("%q is neither recording nor always", while)
	case moment == "before" && always:
		n.AlwaysBefore = append(n.AlwaysBefore, code)
	case moment == "before":
		n.Before = append(n.Before, code)
	case moment == "after":
		n.After = append(n.After, code)
		n.AlwaysAfter = append(n.AlwaysAfter, onlyIf(always, code)...)
	case moment == "around" && n.Around == "":
		n.Around = code
		if always {
			n.AlwaysAround = code
		}
	default:
		return fmt.Errorf("%s %s: before and after are moments, and one that is around", moment, while)
	}
	return nil
}

func onlyIf(when bool, code string) []string {
	if when {
		return []string{code}
	}
	return nil
}
