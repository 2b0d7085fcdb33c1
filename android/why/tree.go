package why

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Row is one question of the tree.
type Row struct {
	Stage    string // app, settings, file or start
	ID       string // stable: a topic of explain, with the prefix why-
	Rule     string // the related rule of Android's loader, such as "1.10"
	Stops    bool   // no layer loads if the answer is no; otherwise some calls bypass the layers
	Question string // the answer is yes if layers can load
	No       string // the message if the answer is no, with placeholders
	Remedy   string // the command that fixes it, with placeholders
	Learn    string // the command that shows more if the answer is unknown, with placeholders
	Reason   string
}

//go:embed tree.tsv
var treeTable string

const treeColumns = 9

var theTree = sync.OnceValue(func() []Row { return table.Must("tree.tsv", treeTable, treeColumns, parseRow) })

// Tree returns the questions in the order in which they are evaluated. Callers must not modify it.
func Tree() []Row { return theTree() }

func parseRow(w []string) (Row, error) {
	row := Row{Stage: w[0], ID: w[1], Rule: w[2], Stops: w[3] == "stop", Question: w[4], No: w[5], Remedy: w[6], Learn: w[7], Reason: w[8]}
	switch {
	case !row.Stops && w[3] != "note":
		return row, fmt.Errorf("%s: the kind is %q; expected \"stop\" or \"note\"", row.ID, w[3])
	case checks[row.ID] == nil:
		return row, fmt.Errorf("%s: no function checks this question", row.ID)
	}
	for _, text := range []string{row.No, row.Remedy, row.Learn} {
		if name := unknownPlaceholder(text); name != "" {
			return row, fmt.Errorf("%s: unknown placeholder {%s}", row.ID, name)
		}
	}
	return row, nil
}
