//go:build heavy

package golden

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
)

// A sanitizer checks the C code of a layer and of the program that loads it. The program is built with the
// sanitizer, because the runtime of the sanitizer must be loaded before anything else.
type sanitizer struct {
	flags  string   // for the C compiler
	goFlag string   // for the go command, if it supports the sanitizer
	env    []string // environment of the program
	fault  string   // the bug that it must find
	report []string // its message for that bug
}

// sanitizers are the sanitizers to test. AddressSanitizer looks for leaks at exit. Mesa is not built with any
// of them: without a list of exceptions, ThreadSanitizer does not see how Mesa synchronizes, and reports it.
var sanitizers = map[string]sanitizer{
	"address": {
		flags:  "-fsanitize=address",
		goFlag: "-asan", // Go then also marks its own memory, and compiles C with the flag
		env:    []string{"ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1"},
		fault:  "OVERFLOW",
		report: []string{"ERROR: AddressSanitizer: heap-buffer-overflow", "WRITE of size 1", " in planted ", " in hook_glDrawArrays ", "3-byte region"},
	},
	"undefined": {
		flags:  "-fsanitize=undefined -fno-sanitize-recover=all",
		fault:  "SUM",
		report: []string{"hooks.c:", "runtime error: signed integer overflow: 2147483646 + 3 cannot be represented in type 'int'"},
	},
	"thread": {
		// The go command reads the flag from CGO_CFLAGS and informs the sanitizer when Go code passes memory
		// to C.
		flags:  "-fsanitize=thread",
		env:    []string{"TSAN_OPTIONS=halt_on_error=1:history_size=7:suppressions=$suppressions"},
		fault:  "RACE",
		report: []string{"WARNING: ThreadSanitizer: data race", "#0 accept_next ", "#0 planted ", "global 'layer_slots'"},
	},
}

// build builds the layer and the program with the sanitizer. The layer is built as for an app, but keeps the
// symbols that reports need.
func (z sanitizer) build(t *testing.T, host, fault string, sets ...string) stress {
	t.Helper()
	dir := stressProject(t, fault, sets...)
	s := stress{host: host, sets: len(sets) > 0}
	suppressions, err := filepath.Abs("testdata/stress/suppressions.tsan")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range z.env {
		s.env = append(s.env, strings.ReplaceAll(e, "$suppressions", suppressions))
	}
	var goFlags []string
	if z.goFlag != "" {
		goFlags = append(goFlags, z.goFlag)
	}
	s.lib = testproject.Instrument(t, dir, z.flags, goFlags...)
	return s
}

const stressTime = 12 * time.Second

// Sixteen threads draw, each with its own context, while hooks are switched, settings change and the loader
// requests every name again. No sanitizer reports anything. Each of them reports a bug that the test adds.
func TestStress(t *testing.T) {
	for name, z := range sanitizers {
		t.Run(name, func(t *testing.T) {
			host := stressHost(t, strings.Fields(z.flags)...)
			s := z.build(t, host, "")
			s.start(t, stressTime).wait(t)
			t.Run("panics", s.panics)
			t.Run("planted", func(t *testing.T) {
				s := z.build(t, host, z.fault)
				for d := stressTime; ; d *= 4 { // on a busy machine, the threads meet at the fault less often
					r := s.start(t, d)
					if err := r.cmd.Wait(); err != nil {
						checkContains(t, r.notes(), z.report...)
						break
					}
					if t.Logf("the fault was not found in %v", d); d > time.Minute {
						t.Fatal("the fault was not found")
					}
				}
			})
		})
	}
}

// The same with every module around the hooks, and switched. The log stays within its limit although 16
// threads write to it.
func TestStressOfSets(t *testing.T) {
	for name, z := range sanitizers {
		t.Run(name, func(t *testing.T) {
			s := z.build(t, stressHost(t, strings.Fields(z.flags)...), "", readySets...)
			r := s.start(t, stressTime, "STRESS_LOG=off", "STRESS_ASKS=1")
			r.wait(t)
			checkContains(t, r.errOut.String(), "stress: glUniform4f(location=", "stress: frames: surface ", "stress: calls: gl", "stress: sets=-*,+errors: 1 of 8 sets are on")
		})
	}
}

// panics is a stress in which hooks panic after a while, some of them on several threads at once.
func (s stress) panics(t *testing.T) {
	r := s.start(t, stressTime/2, "STRESS_PANICS=1")
	r.wait(t)
	for _, command := range []string{"glClear", "glCreateProgram", "glReadPixels", "glUniform4f"} {
		checkContains(t, r.notes(), "the hook of "+command+" panicked and is switched off: "+command+" has had enough")
	}
}
