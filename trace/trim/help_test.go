package trim

import (
	"image"
	"reflect"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

func sameImage(a, b image.Image) bool { return reflect.DeepEqual(a, b) }

// kept returns the calls before a range that are kept.
func kept(t *testing.T, f *file.File, r Range) file.Set {
	t.Helper()
	calls, err := state.New(f).Needed(t.Context(), r.From, r.To)
	if err != nil {
		t.Fatal(err)
	}
	return calls
}
