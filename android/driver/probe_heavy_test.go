//go:build heavy && linux

package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Mesa keeps allocations for the life of the process; only the probe's own leaks count.
var sanitizers = map[string]string{
	"ASAN_OPTIONS":  "detect_leaks=0:abort_on_error=0:exitcode=99:verify_asan_link_order=0",
	"UBSAN_OPTIONS": "halt_on_error=1:exitcode=99:print_stacktrace=1",
}

// sanitized builds the probe with both sanitizers, which end it with an exit status of their own.
func sanitized(t *testing.T, flags ...string) string {
	t.Helper()
	for name, value := range sanitizers {
		t.Setenv(name, value)
	}
	program, err := compile(t.Context(), cacheOfTests(), []string{"gcc"},
		append([]string{"-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"}, flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// The sanitizers find no fault of the probe, with Mesa and with each faulty driver, also in Android's
// buffers.
func TestProbeSanitized(t *testing.T) {
	program := sanitized(t)
	for _, fault := range testutil.Shard(t, []string{"none", "hostile", "null", "old", "limit", "swapped", "no-yuv", "no-memory", "no-lock", "one-plane", "refuse"}, 3) {
		t.Run(fault, func(t *testing.T) {
			faulty(t, fault, true)
			for task, facts := range runHost(t.Context(), program, tasks("", 6)) {
				if facts["end-status"] != nil || facts["end-signal"] != nil || strings.Join(facts["end"], "") != "ok" {
					t.Errorf("%s: %v", task, facts)
				}
			}
		})
	}
}

// The sanitizers find a planted fault; otherwise they would prove nothing.
func TestSanitizersSee(t *testing.T) {
	mesa(t)
	header := filepath.Join(t.TempDir(), "planted.h")
	planted := "#include <stdlib.h>\n#include <string.h>\n" +
		"__attribute__((constructor)) static void planted(void) { volatile char *p = malloc(8); p[8] = 1; free((void *)p); }\n"
	if err := os.WriteFile(header, []byte(planted), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := runHost(t.Context(), sanitized(t, "-include", header), tasks("", 0)); len(s) > 0 {
		t.Errorf("it runs on: %v", s)
	}
}

// The probe compiles without a warning for every processor architecture of devices.
func TestProbeForDevices(t *testing.T) {
	for _, compiler := range []string{"aarch64-linux-gnu-gcc", "arm-linux-gnueabihf-gcc", "i686-linux-gnu-gcc", "x86_64-linux-gnu-gcc"} {
		command(t, compiler, "--version")
		if _, err := compile(t.Context(), cacheOfTests(), []string{compiler}, "-Werror"); err != nil {
			t.Error(err)
		}
	}
}
