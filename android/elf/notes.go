package elf

import (
	"bytes"
	"encoding/hex"
	"strings"
)

const (
	maxNotes = 64 << 10 // bytes of a note segment; real ones have a few hundred
	maxID    = 64       // bytes of a build ID; the longest hash in use has 64
)

// readNotes reads the notes of the tools that built the object.
func (f *file) readNotes() error {
	for i, s := range f.notes {
		if i == 16 {
			break // no tool writes so many
		}
		b, err := f.bytes(s.Offset, min(s.File, maxNotes), "the note segment")
		if err != nil {
			return err
		}
		f.addNotes(b, s.Align)
	}
	return nil
}

// addNotes adds notes up to a truncated one. The rest is ignored: nothing depends on it.
func (f *file) addNotes(b []byte, align uint64) {
	if align != 8 {
		align = 4
	}
	pad := func(n uint64) uint64 { return (n + align - 1) &^ (align - 1) }
	for len(b) >= 12 {
		name, desc := uint64(f.order.Uint32(b)), uint64(f.order.Uint32(b[4:]))
		kind := f.order.Uint32(b[8:])
		at := pad(12 + name)
		if end := at + desc; end > uint64(len(b)) {
			return
		}
		f.addNote(strings.TrimRight(string(b[12:12+name]), "\x00"), kind, b[at:at+desc])
		b = b[min(pad(at+desc), uint64(len(b))):]
	}
}

func (f *file) addNote(name string, kind uint32, desc []byte) {
	switch {
	case name == "GNU" && kind == 3 && len(desc) <= maxID:
		f.BuildID = hex.EncodeToString(desc)
	case name == "Go" && kind == 4:
		f.Go = true
	case name == "Android" && kind == 1 && len(desc) >= 4:
		f.AndroidAPI = int(f.order.Uint32(desc) & 0xffff)
	case name == "gleslayergen" && kind == 1:
		f.Settings = bytes.TrimRight(desc, "\x00")
	}
}
