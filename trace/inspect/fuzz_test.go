package inspect

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// FuzzMessages parses the logs of compilers.
func FuzzMessages(f *testing.F) {
	f.Fuzz(func(t *testing.T, log string) {
		for _, m := range messagesOf(log) {
			if m.Line < 0 || m.Text == "" {
				t.Errorf("%+v", m)
			}
		}
	})
}

// FuzzOutputs parses the outputs of vertex shaders, and what a player returns for them.
func FuzzOutputs(f *testing.F) {
	f.Fuzz(func(t *testing.T, outputs, values []byte) {
		components, list, err := replay.ParseOutputs(outputs)
		if err != nil {
			return
		}
		c := capturesOf(components, list)
		if got, err := c.values(values); err == nil {
			for _, o := range got.Outputs {
				if len(o.Values) != got.Vertices {
					t.Errorf("%d values of %d vertices", len(o.Values), got.Vertices)
				}
			}
		}
	})
}
