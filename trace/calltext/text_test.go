package calltext

import "testing"

// Text of a recording cannot end its quotes or contain control characters.
func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"void main() {}\n\t": `"void main() {}\n\t"`,
		"\x1b[2J\r\x00\x7f":  `"\x1b[2J\x0d\x00\x7f"`,
		`a"b\c`:              `"a\"b\\c"`,
		"\u009b2J\u202e":     `"\u009b2J\u202e"`,
		"a\xffb":             `"a\xffb"`,
		"größe":              `"größe"`,
	} {
		if got := Quote([]byte(text)); got != want {
			t.Errorf("Quote(%q) = %s, want %s", text, got, want)
		}
	}
}
