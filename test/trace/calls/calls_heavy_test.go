//go:build heavy

package calls

import "testing"

// The recorder of every command there is compiles without a warning, and takes what it should and nothing beside it.
func TestCallsUnderSanitizers(t *testing.T) {
	l := write(t, []string{"@all"})
	program := l.build(t, "gcc", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	runAll(t, program)
}

// Threads that work on the same buffers do not wait for each other, and do not get in each other's way.
func TestBuffersUnderThreadSanitizer(t *testing.T) {
	program := write(t, commandsOfTests(t)).build(t, "gcc", "-O1", "-g", "-fsanitize=thread", "-Wno-tsan")
	for _, name := range []string{"at once", "drawn at once"} {
		if out, err := runProgram(t, program, name); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// The other compiler has nothing to say, either.
func TestEveryCommandByClang(t *testing.T) {
	runAll(t, write(t, []string{"@all"}).build(t, "clang", "-O2"))
}
