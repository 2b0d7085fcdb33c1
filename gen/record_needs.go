package gen

import (
	_ "embed"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// What tracing needs a command for.
const (
	needWatch = "watch" // it has to see each call, recording or not
	needHook  = "hook"  // or at times
	needCall  = "call"  // it calls it below
)

// recordNeedsTable lists the commands that tracing cannot do without, whatever is intercepted.
//
//go:embed data/record_needs.tsv
var recordNeedsTable string

var recordNeeds = sync.OnceValue(readRecordNeeds)

func readRecordNeeds() map[string]string {
	needs := map[string]string{}
	for _, row := range table.Rows("record_needs.tsv", recordNeedsTable, 3) {
		needs[row[0]] = row[1]
	}
	return needs
}

// Watched are the commands whose hooks are always on: a recorder has to know of these calls when it begins.
func (p *Plan) Watched() []*Command {
	return p.filter(func(c *Command) bool { return c.Hook == HookRecord && recordNeeds()[c.Name] == needWatch })
}

// Below are the commands that tracing needs, to be called below the layer.
func (p *Plan) Below() []*Command {
	return p.filter(func(c *Command) bool { return recordNeeds()[c.Name] != "" })
}
