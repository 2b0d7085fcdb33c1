package link_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// FuzzParse: a parsed registration belongs to its process and is within limits; matching it with any stat
// line does not panic.
func FuzzParse(f *testing.F) {
	const good = "gltrace 1\nsocket gltrace-7-00112233445566778899aabbccddeeff\nprocess a game\nstart 12345\n"
	const stat = "7 (a (b) c) S 1 7 7 0 -1 4194304 1 0 0 0 1 1 0 0 20 0 1 0 12345 1 1"
	f.Add(7, good, stat)
	f.Add(7, good+"recording file\ncalls 18446744073709551615\ndropped -1\nfile /tmp/a\xff\n", stat)
	f.Add(8, good, "8 )")
	f.Add(7, "gltrace 1\nsocket \nstart 0\n\n x\n", "")
	f.Add(7, "gltrace 1\nprocess "+strings.Repeat("\u00e9", 300)+"\nsocket gltrace-7-x\n", ")")
	f.Add(0, "gltrace 2\n", "0 () ")
	f.Fuzz(func(t *testing.T, pid int, text, stat string) {
		r, err := link.Parse(pid, text)
		lives := r.IsProcess(stat)
		if err != nil {
			return
		}
		if r.PID != pid || r.Start == 0 || len(r.Nonce()) != 16 || r.Socket != fmt.Sprintf("gltrace-%d-%s", pid, hex.EncodeToString(r.Nonce())) {
			t.Errorf("%q: %+v", text, r)
		}
		for _, word := range []string{r.Process, r.Recording, r.File} {
			if len(word) > 3*256 || !utf8.ValidString(word) || strings.Contains(word, "\n") {
				t.Errorf("%q: %q", text, word)
			}
		}
		if lives && !strings.Contains(stat, ")") {
			t.Errorf("%q is alive according to %q", text, stat)
		}
	})
}
