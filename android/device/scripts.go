package device

import (
	"context"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// NamedScript is a device shell script and the name of its output. The name has no blanks or quotes. The script's
// stderr is discarded.
type NamedScript struct{ Name, Script string }

// RunScripts runs all questions in one call. It returns the answers by name; a question that the script did not
// reach has none.
func RunScripts(ctx context.Context, d *adb.Device, scripts []NamedScript) (map[string]string, error) {
	s := newScript()
	for _, q := range scripts {
		s.addQuery(q.Name, "%s", q.Script)
	}
	return s.run(ctx, d)
}
