package device

import (
	"context"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// Question is commands for the device's shell, and the name of their output, which has no blanks and quotes. What goes
// to their stderr is nobody's.
type Question struct{ Name, Script string }

// Ask asks all questions in one call. The answers are by name; a question that the call did not come to has none.
func Ask(ctx context.Context, d *adb.Device, questions []Question) (map[string]string, error) {
	s := newScript()
	for _, q := range questions {
		s.ask(q.Name, "%s", q.Script)
	}
	return s.run(ctx, d)
}
