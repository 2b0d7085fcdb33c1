package device

import (
	"context"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// Question is a device shell script and the name of its output. The name has no blanks or quotes. The script's
// stderr is discarded.
type Question struct{ Name, Script string }

// Ask runs all questions in one call. It returns the answers by name; a question that the script did not
// reach has none.
func Ask(ctx context.Context, d *adb.Device, questions []Question) (map[string]string, error) {
	s := newScript()
	for _, q := range questions {
		s.addQuery(q.Name, "%s", q.Script)
	}
	return s.run(ctx, d)
}
