// Package elf reads shared objects as Android's dynamic linker does: from the program headers and the dynamic
// segment. Files are not trusted: each size in them is checked against the file first, the memory kept is
// bounded by a small multiple of the file size, and no file makes the package panic.
package elf

import (
	"debug/elf"
	"fmt"
	"io"
	"os"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// Object is a shared object or a program.
type Object struct {
	ABI     string // "arm64-v8a", ...; "" for a machine that Android does not support
	Machine elf.Machine
	Class   elf.Class
	Type    elf.Type

	Soname    string
	Needed    []string
	RunPath   string   // additional search path for needed libraries
	Exports   []Symbol // exported: global or weak symbols of default or protected visibility
	Hidden    []string // functions that are not exported; only known if the file has a symbol table
	Undefined []string // symbols that other objects have to define, without weak ones

	Segments []Segment // loaded segments, in file order
	Relro    *Segment  // made read-only after relocation
	Stack    *Segment  // its flags say whether the stack is executable
	Sections bool      // the file has section headers; Android rejects files without them

	Dynamic         bool // the file has a dynamic segment
	Program         bool // an executable, not a library
	TextRelocations bool // relocations modify code
	StaticTLS       bool // thread-local variables use the initial-exec model

	BuildID    string // hexadecimal
	Go         bool   // contains a Go runtime
	Settings   []byte // the description of its settings, as gleslayergen writes it; nil if there is none
	AndroidAPI int    // API level of the NDK build; 0 if not built with an NDK
}

// Symbol is an exported symbol.
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

// Damaged is the error for a file that is not a valid ELF file.
type Damaged struct {
	Why   string
	Other bool // no ELF magic number
}

func (d *Damaged) Error() string { return d.Why }

func damaged(format string, args ...any) error { return &Damaged{Why: fmt.Sprintf(format, args...)} }

// Open reads the object at path. It fails with a *Damaged or an error of package os.
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
		return nil, damaged("a %s, not a regular file", fsx.KindName(info.Mode()))
	}
	return Read(f, info.Size())
}

// Read reads an object of size bytes. An error is a *Damaged or an error of r.
func Read(r io.ReaderAt, size int64) (*Object, error) {
	return read(r, size, true)
}

// ReadBegin reads what the dynamic linker needs, but not the section headers and the symbol table at the end
// of the file. So Hidden is empty and Sections is false. It is faster for a compressed file.
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

// inOrder runs steps until one fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Is64 reports whether the object is for 64-bit processes.
func (o *Object) Is64() bool { return o.Class == elf.ELFCLASS64 }

// IsShared reports whether the object can be loaded: a dynamic object of type ET_DYN.
func (o *Object) IsShared() bool { return o.Type == elf.ET_DYN && o.Dynamic }

// IsWritable reports whether the segment is writable.
func (s Segment) IsWritable() bool { return s.Flags&elf.PF_W != 0 }

// IsExecutable reports whether the segment is executable.
func (s Segment) IsExecutable() bool { return s.Flags&elf.PF_X != 0 }
