package tracecmd

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// TestCommandLine checks that the printed command line starts the same program.
func TestCommandLine(t *testing.T) {
	if got := commandLine([]byte("./game\x00--name\x00it's me\x00\x00")); got != `./game --name 'it'\''s me'` {
		t.Error(got)
	}
}

func TestAmount(t *testing.T) {
	if got := amount(record.Progress{Calls: 1, Frames: 2, Bytes: 1234567, Losses: format.Losses{Dropped: 3, Uncaptured: 4}}); got != "1 call, 2 frames, 1.2 MB, 3 dropped calls, 4 data items not captured" {
		t.Error(got)
	}
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 9999: "9999 bytes", 10_000: "10 kB", 999_999: "999 kB", 1_000_000: "1.0 MB", 43_210_000: "43.2 MB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// TestEnding checks that a recorder's text about its end cannot look like a message of this tool.
func TestEnding(t *testing.T) {
	for reason, want := range map[string]string{"stopped": "", "exit": "", "a\nb": `; reason: a\nb`} {
		if got := ending(reason); got != want {
			t.Errorf("%q: %q", reason, got)
		}
	}
}
