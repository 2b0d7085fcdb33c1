package record

import "github.com/gleslayergen/gleslayergen/gen/csyntax"

// For the tests of package record_test, which builds plans with package gen.
var (
	ActionRows    = actionRows
	SizeRows      = sizeRows
	SizeRow       = sizeRow
	MatchedName   = matchedName
	MatchingEnums = matchingEnums
	HasAction     = hasAction
	IsNullable    = isNullable
	ParseSizeRule = parseSizeRule
	Needs         = needs
	PnamesTable   = &pnamesTable
	FormatsTable  = &formatsTable
)

// Recorded returns the names of the recorded commands.
func (rec *Recorder) Recorded() []Command { return rec.commands }

// Add exports add.
func (a *Actions) Add(moment, code, while string) error {
	return a.add(moment, csyntax.Expr(code), while)
}
