package record

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// ForReplay turns on what a replay needs. It rejects options that leave something out.
func TestForReplay(t *testing.T) {
	all, contradicts := Changes{"frame-images": true, "untimed": false, "block": true}.ForReplay()
	o := all.Apply(&tracepb.Options{NoTextures: true, Untimed: true})
	if contradicts != "" || !o.Block || !o.NoBinaries || !o.FrameImages || o.Untimed || o.NoTextures || o.NoBuffers || o.NoArrays {
		t.Errorf("contradicts %q, options %v", contradicts, o)
	}
	for want, c := range map[string]Changes{"--no-arrays": {"no-arrays": true}, "--block=false": {"block": false}, "--untimed": {"untimed": true}} {
		if _, got := c.ForReplay(); got != want {
			t.Errorf("%v: contradicts %q", c, got)
		}
	}
}
