//go:build heavy

package calltest

import "testing"

// The recorder of every command there is compiles without a warning, and takes what it should and nothing beside it.
func TestCallsUnderSanitizers(t *testing.T) {
	l := write(t, []string{"@all"})
	program := l.build(t, "gcc", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	runAll(t, program)
}

// The other compiler has nothing to say, either.
func TestEveryCommandByClang(t *testing.T) {
	runAll(t, write(t, []string{"@all"}).build(t, "clang", "-O2"))
}
