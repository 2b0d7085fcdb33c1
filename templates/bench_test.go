package templates

import "testing"

// BenchmarkLoad measures how long new and update take to load a built-in pack.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load("go"); err != nil {
			b.Fatal(err)
		}
	}
}
