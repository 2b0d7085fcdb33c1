package record

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// FuzzReadLine: any line of a device's shell is either a registration of a running process or rejected.
func FuzzReadLine(f *testing.F) {
	encode := base64.StdEncoding.EncodeToString
	file := encode([]byte("gltrace 1\nsocket gltrace-7-00112233445566778899aabbccddeeff\nprocess com.a\nstart 12345\n"))
	stat := encode([]byte("7 (com.a) S 1 7 7 0 -1 4194304 1 0 0 0 1 1 0 0 20 0 1 0 12345 1 1"))
	f.Add("7 " + file + " " + stat)
	f.Add("8 " + file + " " + stat)
	f.Add("7 " + file)
	f.Add("-7 " + file + " " + stat)
	f.Add("7 " + stat + " " + file + " x")
	f.Add("99999999999999999999 = ==")
	f.Fuzz(func(t *testing.T, line string) {
		r, ok := readLine(strings.Fields(line))
		if ok && (r.PID <= 0 || r.Start == 0 || !strings.HasPrefix(r.Socket, fmt.Sprintf("gltrace-%d-", r.PID))) {
			t.Errorf("%q: %+v", line, r)
		}
	})
}
