//go:build heavy

package calls

import "testing"

// The recorder of all commands compiles without warnings, and never reads out of bounds.
func TestCallsUnderSanitizers(t *testing.T) {
	l := write(t, []string{"@all"})
	program := l.build(t, "gcc", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	runAll(t, program)
}

// Threads that use the same buffers do not block each other, and have no data races.
func TestBuffersUnderThreadSanitizer(t *testing.T) {
	program := write(t, commandsOfTests(t)).build(t, "gcc", "-O1", "-g", "-fsanitize=thread", "-Wno-tsan")
	for _, name := range []string{"at once", "drawn at once"} {
		if out, err := runProgram(t, program, name); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// Clang reports no warnings either.
func TestEveryCommandByClang(t *testing.T) {
	runAll(t, write(t, []string{"@all"}).build(t, "clang", "-O2"))
}
