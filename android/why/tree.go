package why

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// Row is one question of the tree.
type Row struct {
	Stage    string // what it is about: app, settings, file, start
	ID       string // stable: `explain why-ID`
	Rule     string // the rule of Android's loader that it follows from: "1.10"
	Stops    bool   // no layer loads where the answer is no; else some calls do not reach it
	Question string // its answer is yes where all is well
	No       string // what no means, with holes
	Remedy   string // the command that mends it, with holes
	Learn    string // the command that tells more where there is no answer, with holes
	Reason   string
}

//go:embed tree.tsv
var treeTable string

var theTree = sync.OnceValue(func() []Row {
	rows, err := parseTree(treeTable)
	if err != nil {
		panic("why: " + err.Error())
	}
	return rows
})

// Tree returns the questions in the order in which they are asked. It is not to be modified.
func Tree() []Row { return theTree() }

func parseTree(table string) ([]Row, error) {
	var rows []Row
	line := 0
	for l := range strings.Lines(table) {
		line++
		if l = strings.TrimRight(l, "\n"); l == "" || l[0] == '#' {
			continue
		}
		row, err := parseRow(strings.Split(l, "\t"))
		if err != nil {
			return nil, fmt.Errorf("tree.tsv:%d: %w", line, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func parseRow(w []string) (Row, error) {
	if len(w) != 9 {
		return Row{}, fmt.Errorf("%d columns, not 9", len(w))
	}
	row := Row{Stage: w[0], ID: w[1], Rule: w[2], Stops: w[3] == "stop", Question: w[4], No: w[5], Remedy: w[6], Learn: w[7], Reason: w[8]}
	switch {
	case !row.Stops && w[3] != "note":
		return row, fmt.Errorf("%s: kind %q", row.ID, w[3])
	case checks[row.ID] == nil:
		return row, fmt.Errorf("%s: nothing checks it", row.ID)
	}
	for _, text := range []string{row.No, row.Remedy, row.Learn} {
		if hole := unknownHole(text); hole != "" {
			return row, fmt.Errorf("%s: nothing fills in {%s}", row.ID, hole)
		}
	}
	return row, nil
}
