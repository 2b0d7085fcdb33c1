package gen

import (
	_ "embed"
	"sync"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/table"
)

//go:embed data/hud_counts.tsv
var hudCountsTable string

// hudModule is the module that draws values over the app.
const hudModule = "hud"

// hudCounts returns the code with which the module counts the calls of each command.
var hudCounts = sync.OnceValue(func() map[string]csyntax.Expr {
	code := map[string]csyntax.Expr{}
	for _, row := range table.Rows("hud_counts.tsv", hudCountsTable, 2) {
		code[row[0]] = csyntax.Expr(row[1])
	}
	return code
})

// hudCountsCall reports whether the layer counts the calls of a command for the HUD.
func (p *Plan) hudCountsCall(command string) bool {
	return p.HasSet(hudModule) && hudCounts()[command] != ""
}

// hudCount is where the code of a counted call is.
var hudCount = modules.Code{Before: "hud_count"}
