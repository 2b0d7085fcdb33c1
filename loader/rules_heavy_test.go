//go:build heavy && linux

package loader_test

import (
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Breaking a rule in the loader fails the cases that the table lists for it, and no others.
func TestEachRuleCanBreak(t *testing.T) {
	s := theFixture(t)
	broken := slices.DeleteFunc(slices.Clone(ruleTable), func(row ruleRow) bool { return row.broken == "" })
	for _, row := range testutil.Shard(t, broken, 3) {
		wrong := playAll(s, row.rule)
		for i := range allCases {
			name := allCases[i].name
			switch err, named := wrong[name], slices.Contains(row.cases, name); {
			case named && err == nil:
				t.Errorf("rule %s is broken (%s), and %q does not see it", row.rule, row.broken, name)
			case !named && err != nil:
				t.Errorf("rule %s is broken (%s), and %q fails too: %v", row.rule, row.broken, name, err)
			}
		}
	}
}

// Every case has Android's result on the other architecture too, with the fake driver, because the emulator
// has no real one.
func TestArm64(t *testing.T) {
	tool(t, "qemu-aarch64")
	s := buildFixture(t, "aarch64-linux-gnu-gcc", "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
	for name, err := range playAll(s, "") {
		t.Errorf("%s: %v", name, err)
	}
}
