package loader

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// bionicText returns what dlerror returns on Android for a layer that this machine's linker does not open:
// words is its text. An empty result means that Android's text is unknown.
func bionicText(path, words string, release *rules.Release) string {
	values := map[string]string{"path": path}
	id := headerFault(path, values)
	object, symbol, undefined := strings.Cut(words, ": undefined symbol: ")
	symbol, _, _ = strings.Cut(symbol, ",") // its version follows
	needed, _, lacks := strings.Cut(words, ": cannot open shared object file")
	switch {
	case id != "":
	case undefined && object != path:
		return "" // a dependency of the layer
	case undefined:
		id, values["symbol"] = "symbol", symbol
	case lacks:
		id, values["library"], values["namespace"] = "needed", needed, namespaceOf(release)
	default:
		return ""
	}
	return rules.LinkerText(id, values)
}

// namespaceOf returns the name of the linker namespace of an app. Since Android 12 it ends with a number,
// which differs between apps.
func namespaceOf(release *rules.Release) string {
	if release.API <= 30 {
		return "classloader-namespace"
	}
	return "clns-4"
}

// headerFault returns the ID of the fault that Android's linker finds in the file or its header, in the order
// of its checks, and sets the values of the text. "" means that it finds none.
func headerFault(path string, values map[string]string) string {
	file, err := os.Open(path)
	if err != nil {
		return "missing" // also if the file cannot be read
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return "missing"
	case info.IsDir():
		return "directory"
	case info.Size() == 0:
		values["offset"], values["size"] = "0", "0"
		return "empty"
	}
	head := make([]byte, headerSize)
	n, err := io.ReadFull(file, head)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		values["size"] = strconv.Itoa(n)
		return "small"
	case err != nil:
		return "missing"
	}
	return identFault(head, info.Size(), values)
}

// Sizes of an ELF header, a program header and a section header of 64 bits in bytes. This loader runs on no other
// machines.
const (
	headerSize        = 64
	programHeaderSize = 56
	sectionHeaderSize = 64
)

// identFault checks a header in the order of Android's linker.
func identFault(head []byte, size int64, values map[string]string) string {
	here := machines[runtime.GOARCH]
	half := func(at int) uint16 { return binary.LittleEndian.Uint16(head[at:]) }
	machine, kind, version := elf.Machine(half(18)), elf.Type(half(16)), binary.LittleEndian.Uint32(head[20:])
	entry, names := half(58), half(62)
	switch class := elf.Class(head[elf.EI_CLASS]); {
	case string(head[:4]) != elf.ELFMAG:
		values["magic"] = fmt.Sprintf("%x", head[:4])
		return "magic"
	case class == elf.ELFCLASS32:
		values["bits"], values["wanted"] = "32", "64"
		return "class"
	case class != elf.ELFCLASS64:
		values["class"] = strconv.Itoa(int(class))
		return "other-class"
	case elf.Data(head[elf.EI_DATA]) != elf.ELFDATA2LSB:
		values["data"] = strconv.Itoa(int(head[elf.EI_DATA]))
		return "endian"
	case kind != elf.ET_DYN:
		values["type"] = strconv.Itoa(int(kind))
		return "kind"
	case version != uint32(elf.EV_CURRENT):
		values["version"] = strconv.Itoa(int(int32(version)))
		return "version"
	case machine != here:
		values["machine"], values["wanted"] = machineName(machine), machineName(here)
		return "machine"
	case entry != sectionHeaderSize:
		values["size"], values["wanted"] = fmt.Sprintf("%#x", entry), fmt.Sprintf("%#x", sectionHeaderSize)
		return "entries"
	case names == 0:
		return "names"
	}
	return tableFault(head, uint64(size), values)
}

// maxProgramHeaders is the number of program headers in 64 KiB, the limit of Android's linker and of the kernel.
const maxProgramHeaders = 65536 / programHeaderSize

// tableFault checks that the program and section headers are inside the file.
func tableFault(head []byte, size uint64, values map[string]string) string {
	programs, sections := binary.LittleEndian.Uint16(head[56:]), binary.LittleEndian.Uint16(head[60:])
	switch {
	case programs == 0 || programs > maxProgramHeaders:
		values["count"] = strconv.Itoa(int(programs))
		return "count"
	case !isInside(binary.LittleEndian.Uint64(head[32:]), uint64(programs)*programHeaderSize, size, values):
		return "programs"
	case sections == 0:
		return "no-sections"
	case !isInside(binary.LittleEndian.Uint64(head[40:]), uint64(sections)*sectionHeaderSize, size, values):
		return "sections"
	}
	return ""
}

// isInside reports whether a table of this many bytes is in a file, and aligned. Otherwise it sets the values of the
// text.
func isInside(offset, bytes, size uint64, values map[string]string) bool {
	if offset > 0 && offset < size && bytes <= size-offset && offset%8 == 0 {
		return true
	}
	values["offset"], values["size"] = strconv.FormatUint(offset, 10), strconv.FormatUint(bytes, 10)
	return false
}

// machineName returns a machine as Android's linker writes it: EM_X86_64 (62).
func machineName(m elf.Machine) string { return fmt.Sprintf("%v (%d)", m, int(m)) }
