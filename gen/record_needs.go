package gen

import (
	_ "embed"
)

// needHook is what tracing needs of a command that it has to see, recording or not. The others of the table it calls below.
const needHook = "hook"

// recordNeedsTable lists the commands that tracing cannot do without, whatever is intercepted.
//
//go:embed data/record_needs.tsv
var recordNeedsTable string

var recordNeeds = readRecordNeeds()

func readRecordNeeds() map[string]string {
	needs := map[string]string{}
	for _, row := range tableRows(recordNeedsTable, 3) {
		needs[row[0]] = row[1]
	}
	return needs
}

// Below are the commands that tracing needs, to be called below the layer.
func (p *Plan) Below() []*Command {
	return p.filter(func(c *Command) bool { return recordNeeds[c.Name] != "" })
}
