package elf

import (
	"bytes"
	"errors"
	"runtime"
	"testing"
)

// FuzzRead reads arbitrary bytes: it never panics, reports errors as damage, and ReadBegin returns the same
// as Read.
func FuzzRead(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if !errors.As(err, new(*Damaged)) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		begin, err := ReadBegin(bytes.NewReader(data), int64(len(data)))
		if err != nil || len(begin.Exports) != len(o.Exports) || len(begin.Undefined) != len(o.Undefined) || begin.Soname != o.Soname || begin.Sections {
			t.Errorf("%+v, %v; %+v", begin, err, o)
		}
		for _, entry := range Entries {
			o.Function(entry, func(string, []string) string { return "" })
		}
	})
}

// The memory kept is at most a few times the file size, whatever the file claims.
func TestMemory(t *testing.T) {
	for name, data := range hostile() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		o, err := Read(bytes.NewReader(data), int64(len(data)))
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(6*len(data)+1<<20); got > most {
			t.Errorf("%s: %d bytes for a file of %d (%v)", name, got, len(data), err)
		}
		if o == nil && !errors.As(err, new(*Damaged)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
