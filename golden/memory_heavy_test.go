//go:build heavy

package golden

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// All leaks of more random programs are found, and none is invented.
func TestMemoryOfManyPrograms(t *testing.T) {
	testMemory(t, testutil.Shard(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4)...)
}

// The modules gputime and memory, each alone, build in the packs whose sources are lists.
func TestModulesAloneInOtherPacks(t *testing.T) {
	for _, set := range []string{"gputime", "memory"} {
		cpp := cpp(request("passive", "none", []string{"glFlush"}))
		cpp.Config.Sets = []string{set, "contexts"}
		buildLayer(t, kase{name: "cpp-" + set, request: cpp}.write(t))
		recorder := trace(request("active", "record", []string{"glDrawArrays"}))
		recorder.Config.Sets = []string{set, "contexts"}
		command(t, kase{name: "trace-" + set, request: recorder}.write(t), "make", "layer")
	}
}
