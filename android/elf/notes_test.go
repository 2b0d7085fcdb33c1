package elf

import (
	"encoding/binary"
	"strings"
	"testing"
)

// note returns a note in the byte order of this test.
func note(name string, kind uint32, desc string) []byte {
	pad := func(s string) string { return s + strings.Repeat("\x00", (4-len(s)%4)%4) }
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(name)+1))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(desc)))
	b = binary.LittleEndian.AppendUint32(b, kind)
	return append(b, pad(name+"\x00")+pad(desc)...)
}

// TestSettingsNote checks that the description of the settings is read between other notes, without the nulls at its end.
func TestSettingsNote(t *testing.T) {
	f := &file{image: &image{order: binary.LittleEndian}}
	f.addNotes(append(append(note("GNU", 3, "\x01\x02\x03\x04"), note("gleslayergen", 1, "{\"schema\":1}\x00\x00")...), note("Go", 4, "id")...), 4)
	if string(f.Settings) != `{"schema":1}` || f.BuildID != "01020304" || !f.Go {
		t.Errorf("%q %q %v", f.Settings, f.BuildID, f.Go)
	}
	for _, other := range [][]byte{note("gleslayergen", 2, "x"), note("Gleslayergen", 1, "x"), note("gleslayergen", 1, "text")[:30]} {
		f := &file{image: &image{order: binary.LittleEndian}}
		if f.addNotes(other, 4); f.Settings != nil {
			t.Errorf("%q", f.Settings)
		}
	}
}
