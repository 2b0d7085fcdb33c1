package elf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"testing"
	"time"
)

// le writes numbers into an x86_64 file.
var le = binary.LittleEndian

// header returns a file of a size with a header for some program headers after it. The first of them maps the
// whole file.
func header(size int, programs ...[7]uint64) []byte {
	b := make([]byte, size)
	copy(b, elf.ELFMAG+"\x02\x01\x01")
	le.PutUint16(b[16:], uint16(elf.ET_DYN))
	le.PutUint16(b[18:], uint16(elf.EM_X86_64))
	le.PutUint64(b[32:], 64)
	le.PutUint16(b[54:], 56)
	programs = append([][7]uint64{{uint64(elf.PT_LOAD), uint64(elf.PF_R), 0, 0, uint64(size), uint64(size), 16384}}, programs...)
	le.PutUint16(b[56:], uint16(len(programs)))
	for i, p := range programs {
		at := b[64+56*i:]
		le.PutUint32(at, uint32(p[0]))
		le.PutUint32(at[4:], uint32(p[1]))
		for j, to := range []int{8, 16, 32, 40, 48} {
			le.PutUint64(at[to:], p[2+j])
		}
	}
	return b
}

const dynamicAt = 4096

// dynamic returns a file with a dynamic segment.
func dynamic(size int, entries ...uint64) []byte {
	b := header(size, [7]uint64{uint64(elf.PT_DYNAMIC), uint64(elf.PF_R), dynamicAt, dynamicAt, uint64(8 * len(entries)), uint64(8 * len(entries)), 8})
	for i, v := range entries {
		le.PutUint64(b[dynamicAt+8*i:], v)
	}
	return b
}

// hostile are files whose declared sizes exceed their content.
func hostile() map[string][]byte {
	const size = 4 << 20
	tag := func(t elf.DynTag) uint64 { return uint64(t) }
	// All symbols have the same name, which is half as long as the file.
	const half = size / 2
	long := dynamic(size, tag(elf.DT_STRTAB), 0, tag(elf.DT_STRSZ), size, tag(elf.DT_SYMTAB), half, tag(elf.DT_HASH), 8000)
	for i := 8192; i < size; i++ {
		long[i] = 0x11
	}
	le.PutUint32(long[8004:], half/24)
	for at := half; at < size-24; at += 24 {
		copy(long[at:], "\x00\x20\x00\x00\x12\x00\x01\x00")
	}
	// Every dynamic entry is a needed library.
	needed := dynamic(size, tag(elf.DT_STRTAB), 0, tag(elf.DT_STRSZ), size)
	le.PutUint64(needed[64+56+32:], size-dynamicAt)
	for at := dynamicAt + 32; at < size; at += 16 {
		le.PutUint64(needed[at:], 1)
	}
	sections := header(size)
	le.PutUint64(sections[40:], 4096)
	le.PutUint16(sections[58:], 64)
	le.PutUint16(sections[60:], 0xfeff)
	le.PutUint16(sections[62:], 1)
	var notes [][7]uint64
	for range 60000 {
		notes = append(notes, [7]uint64{uint64(elf.PT_NOTE), 4, 0, 0, size, size, 4})
	}
	return map[string][]byte{
		"one long name":   long,
		"needed":          needed,
		"sections":        sections,
		"notes":           header(size, notes[:1000]...),
		"header":          header(size, notes...),
		"strings":         dynamic(size, tag(elf.DT_STRTAB), 0, tag(elf.DT_STRSZ), 1<<62),
		"hash table":      dynamic(size, tag(elf.DT_STRTAB), 0, tag(elf.DT_STRSZ), 9, tag(elf.DT_SYMTAB), 64, tag(elf.DT_GNU_HASH), 4096),
		"relocations":     dynamic(size, tag(elf.DT_RELA), 64, tag(elf.DT_RELASZ), 1<<63),
		"more than there": header(size, [7]uint64{uint64(elf.PT_LOAD), 4, 1 << 40, 0, 1 << 62, 1 << 62, 16384}),
	}
}

// Comparing is fast, too: names are truncated first.
func TestHostileIsQuick(t *testing.T) {
	for name, data := range hostile() {
		begin := time.Now()
		if o, err := Read(bytes.NewReader(data), int64(len(data))); err == nil {
			o.IsLayer(func(string, []string) string { return "" })
		}
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// Symbols above the limit are not kept, even if the file contains them.
func TestManySymbols(t *testing.T) {
	tag := func(t elf.DynTag) uint64 { return uint64(t) }
	for count, good := range map[int]bool{maxSymbols: true, maxSymbols + 1: false} {
		size := 8192 + 24*count
		data := dynamic(size, tag(elf.DT_STRTAB), 8000, tag(elf.DT_STRSZ), 9, tag(elf.DT_SYMTAB), 8192, tag(elf.DT_HASH), 8100)
		copy(data[8001:], "name")
		le.PutUint32(data[8104:], uint32(count))
		for at := 8192; at < size; at += 24 {
			copy(data[at:], "\x01\x00\x00\x00\x12\x00\x01\x00")
		}
		o, err := Read(bytes.NewReader(data), int64(size))
		if good && (err != nil || len(o.Exports) != count) || !good && !errors.As(err, new(*Damaged)) {
			t.Errorf("%d symbols: %v", count, err)
		}
	}
}

// A file that shrinks during reading is damaged. A read error is returned as it is.
func TestReader(t *testing.T) {
	data := dynamic(8192)
	if _, err := Read(bytes.NewReader(data[:70]), 8192); !errors.As(err, new(*Damaged)) {
		t.Error(err)
	}
	failed := errors.New("no disk")
	if _, err := Read(failing{failed}, 8192); !errors.Is(err, failed) {
		t.Error(err)
	}
}

type failing struct{ error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.error }

// Each truncated file, and each file with one wrong byte, is either read or rejected.
func TestCut(t *testing.T) {
	data := hostile()["one long name"][:16384]
	for n := range len(data) {
		if o, err := Read(bytes.NewReader(data[:n]), int64(n)); err == nil || o != nil {
			t.Fatalf("%d bytes of it are good: %+v", n, o)
		}
	}
}
