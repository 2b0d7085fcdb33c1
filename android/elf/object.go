// Package elf reads what a shared object says of itself, the way Android's dynamic linker learns it: from the program headers
// and the dynamic segment. Files may be anybody's: each size in them is compared with what is there before it is believed,
// what is kept is bounded by a small multiple of the file, and no file makes the package panic.
package elf

import (
	"debug/elf"
	"fmt"
	"io"
	"os"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// Object is a shared object, or a program.
type Object struct {
	ABI     string // "arm64-v8a", ...; "" is a machine Android does not have
	Machine elf.Machine
	Class   elf.Class
	Type    elf.Type

	Soname    string
	Needed    []string
	RunPath   string   // where the dynamic linker looks for what is needed, besides its own folders
	Exports   []Symbol // what others can use: global or weak, of default or protected visibility
	Hidden    []string // functions that the file has and does not export; only files with a symbol table tell
	Undefined []string // what others have to define; weak ones are not among them

	Segments []Segment // what is mapped, in the order of the file
	Relro    *Segment  // what is made read-only after relocation
	Stack    *Segment  // says whether the stack may be executed
	Sections bool      // there are section headers, without which Android refuses a file

	Dynamic         bool // it has a dynamic segment
	Program         bool // it is started, not loaded
	TextRelocations bool // code is written to as it is loaded
	StaticTLS       bool // thread-local variables by the initial-exec model

	BuildID    string // in hexadecimal digits
	Go         bool   // it has a runtime of Go
	AndroidAPI int    // the level that the NDK built it for, 0 unless it did
}

// Symbol is something that an object defines for others.
type Symbol struct {
	Name string
	Type elf.SymType
}

// Segment is a program header.
type Segment struct {
	Flags                      elf.ProgFlag
	Offset, Addr, File, Memory uint64
	Align                      uint64
}

// Damaged is why a file is no good ELF file.
type Damaged struct {
	Why   string
	Other bool // it does not even begin as an ELF file
}

func (d *Damaged) Error() string { return d.Why }

func damaged(format string, args ...any) error { return &Damaged{Why: fmt.Sprintf(format, args...)} }

// Open reads the file at path.
func Open(path string) (*Object, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, damaged("it is no file but a %s", fsx.KindName(info.Mode()))
	}
	return Read(f, info.Size())
}

// Read reads an object of size bytes. An error is a *Damaged, or one of r.
func Read(r io.ReaderAt, size int64) (*Object, error) {
	return read(r, size, true)
}

// ReadBegin reads what the dynamic linker needs, and leaves out what stands behind it in the file: the section headers and the
// symbol table, so that Hidden is empty and Sections false. For a compressed file, that is quicker.
func ReadBegin(r io.ReaderAt, size int64) (*Object, error) {
	return read(r, size, false)
}

func read(r io.ReaderAt, size int64, whole bool) (*Object, error) {
	f, err := readHeader(&image{r: r, size: uint64(max(size, 0))})
	if err != nil {
		return nil, err
	}
	steps := []func() error{f.readPrograms, f.readNotes, f.readDynamic, f.readRelocations, f.readDynamicNames}
	if whole {
		steps = append(steps, f.readSections)
	}
	if err := inOrder(steps...); err != nil {
		return nil, err
	}
	return &f.Object, nil
}

// inOrder takes steps up to the first that fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Is64 reports whether it is for 64-bit processes.
func (o *Object) Is64() bool { return o.Class == elf.ELFCLASS64 }

// IsShared reports whether it is linked for being loaded.
func (o *Object) IsShared() bool { return o.Type == elf.ET_DYN && o.Dynamic }

// IsWritable reports whether what is mapped can be changed.
func (s Segment) IsWritable() bool { return s.Flags&elf.PF_W != 0 }

// IsExecutable reports whether what is mapped can be run.
func (s Segment) IsExecutable() bool { return s.Flags&elf.PF_X != 0 }
