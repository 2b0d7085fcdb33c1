//go:build heavy && linux

package recorder_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Recordings of other processors are the same: other clocks, checksum instructions, and pointer sizes.
func TestMachines(t *testing.T) {
	for compiler, emulator := range map[string][]string{
		"aarch64-linux-gnu-gcc":   {"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"},
		"arm-linux-gnueabihf-gcc": {"qemu-arm", "-L", "/usr/arm-linux-gnueabihf"},
		"i686-linux-gnu-gcc":      {"qemu-i386", "-L", "/usr/i686-linux-gnu"},
	} {
		t.Run(compiler, func(t *testing.T) {
			mustHave(t, emulator[0])
			path := program(t, compiler)
			for _, deed := range [][]string{{"mix", "3000"}, {"wide", "1000"}, {"data", "70"}, {"threads", "50"}} {
				name := filepath.Join(t.TempDir(), "a.gltrace")
				args := append(append(emulator[1:len(emulator):len(emulator)], path), deed...)
				cmd := command(t, emulator[0], []string{"GLTRACE_BLOCK=1", "GLTRACE_FILE=" + name}, args...)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v: %v\n%s", deed, err, out)
				}
				f := open(t, name)
				checkEnd(t, f, "exit")
				if f.Len() == 0 || f.Totals().Dropped != 0 {
					t.Errorf("%v: %d calls, %d dropped", deed, f.Len(), f.Totals().Dropped)
				}
				if deed[0] == "mix" || deed[0] == "threads" {
					inOrder(t, f)
				}
			}
		})
	}
}

// Sanitizers report nothing in the program, and do report a planted fault.
func TestSanitizers(t *testing.T) {
	for _, s := range []struct {
		name, deed string // output for the planted fault
		finding    string
		flags      []string
	}{
		{"address,undefined", "overrun", "heap-buffer-overflow", []string{"-fno-sanitize-recover=undefined"}},
		{"thread", "race", "data race", nil},
	} {
		t.Run(s.name, func(t *testing.T) {
			path := program(t, append([]string{"gcc", "-fsanitize=" + s.name}, s.flags...)...)
			for _, deed := range [][]string{{"mix", "3000"}, {"wide", "1000"}, {"data", "100"}, {"nested", "500"}, {"contexts", "500"}, {"long", "20"},
				{"threads", "100"}, {"many", "50"}, {"destructor", "0"}, {"two", "20000"}, {"turns", "2"}} {
				f := playWith(t, path, []string{"GLTRACE_MEMORY=4"}, deed...)
				checkEnd(t, f, "exit")
			}
			a := start(t, path, nil, "serve", "0")
			for range 3 {
				h := a.receiver()
				h.record(&tracepb.Options{})
				h.receive(3)
				h.conn.Close()
				a.awaitHello()
			}
			a.finish()
			cmd := command(t, path, []string{"GLTRACE_FILE=" + filepath.Join(t.TempDir(), "a")}, s.deed, "1000")
			out, err := cmd.CombinedOutput()
			if _, failed := err.(*exec.ExitError); !failed || !strings.Contains(string(out), s.finding) {
				t.Errorf("the injected fault was not found: %v\n%s", err, out)
			}
		})
	}
}
