package record

import (
	_ "embed"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Need is why a recorder needs a command, whatever the author intercepts.
type Need string

// The needs of needs.tsv.
const (
	NotNeeded Need = ""
	NeedWatch Need = "watch" // its hook is always on
	NeedHook  Need = "hook"  // its hook is on while the recorder needs it
	NeedCall  Need = "call"  // the recorder calls it below the layer
)

//go:embed data/needs.tsv
var needsTable string

var needs = sync.OnceValue(func() map[string]Need {
	all := map[string]Need{}
	for _, row := range table.Rows("needs.tsv", needsTable, 3) {
		all[row[0]] = Need(row[1])
	}
	return all
})

// NeedOf returns why a recorder needs a command.
func NeedOf(command string) Need { return needs()[command] }

// MustHook reports whether a recorder must hook a command even if the author does not intercept it.
func MustHook(c *registry.Command) bool {
	need := NeedOf(c.Name)
	return need == NeedWatch || need == NeedHook || hasAction(c)
}
