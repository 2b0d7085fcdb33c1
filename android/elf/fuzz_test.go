package elf

import (
	"bytes"
	"errors"
	"runtime"
	"testing"
)

// FuzzRead reads any bytes: it never panics, tells what is wrong as damage, and reads the same by halves.
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

// What is kept of a file, whatever it claims of itself, is bounded by a few times its size.
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
