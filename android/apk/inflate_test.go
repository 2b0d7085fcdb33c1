package apk

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Reused unpackers return the content of their own entry, and nothing after Close.
func TestInflate(t *testing.T) {
	text := []string{strings.Repeat("one ", 50_000), strings.Repeat("other ", 50_000), ""}
	for round := range 3 {
		var open []io.ReadCloser
		for _, s := range text {
			packed, err := deflate([]byte(s))
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, inflate(iotest.HalfReader(bytes.NewReader(packed))))
		}
		for i, r := range open {
			if got, err := io.ReadAll(r); err != nil || string(got) != text[i] {
				t.Errorf("%d: %d bytes, %v", round, len(got), err)
			}
			if err := errors.Join(r.Close(), r.Close()); err != nil {
				t.Error(err)
			}
			if _, err := r.Read(make([]byte, 1)); !errors.Is(err, errClosed) {
				t.Error(err)
			}
		}
	}
	packed, err := deflate([]byte(text[0]))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{"cut": bytes.NewReader(packed[:len(packed)/2]), "bad": strings.NewReader("\xff\xff\xff\xff"), "failing": iotest.ErrReader(errClosed)} {
		if _, err := io.ReadAll(inflate(r)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
