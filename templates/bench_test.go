package templates

import "testing"

// BenchmarkLoad is what every new and update pays to know a pack of the tool's own.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load("go"); err != nil {
			b.Fatal(err)
		}
	}
}
