package record

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// A line of the device is accepted only if it is the registration of a running process.
func TestReadLine(t *testing.T) {
	coded := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	socket := "gltrace-7-" + strings.Repeat("0f", 16)
	file := coded("gltrace 1\nsocket " + socket + "\nprocess a.b\nstart 42\n")
	stat := coded("7 (a) b) S " + strings.Repeat("1 ", 18) + "42 0 0\n")
	for line, want := range map[string]bool{
		"7 " + file + " " + stat:       true,
		"7 " + file:                    false, // the process has ended
		"8 " + file + " " + stat:       false, // the socket belongs to another process
		"-7 " + file + " " + stat:      false,
		"7 " + file + " " + coded("7"): false,
		"7 " + file + " " + coded("7 (a) S "+strings.Repeat("1 ", 18)+"43\n"): false, // a later process
		"7 %% " + stat:                 false,
		"7 " + coded("x") + " " + stat: false,
		fmt.Sprintf("7 %s %s", coded(strings.Repeat("x", 5000)), stat): false,
	} {
		if r, ok := readLine(strings.Fields(line)); ok != want || ok && r.Socket != socket {
			t.Errorf("%q: %v %+v", line, ok, r)
		}
	}
}
