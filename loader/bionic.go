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

// headerSize is the size of an ELF header of 64 bits in bytes. This loader runs on no other machines.
const headerSize = 64

// identFault checks a header in the order of Android's linker.
func identFault(head []byte, size int64, values map[string]string) string {
	here := machines[runtime.GOARCH]
	machine, kind := elf.Machine(binary.LittleEndian.Uint16(head[18:])), elf.Type(binary.LittleEndian.Uint16(head[16:]))
	switch {
	case string(head[:4]) != elf.ELFMAG:
		values["magic"] = fmt.Sprintf("%x", head[:4])
		return "magic"
	case elf.Class(head[elf.EI_CLASS]) != elf.ELFCLASS64:
		values["bits"], values["wanted"] = "32", "64"
		return "class"
	case kind != elf.ET_DYN:
		values["type"] = strconv.Itoa(int(kind))
		return "kind"
	case machine != here:
		values["machine"], values["wanted"] = machineName(machine), machineName(here)
		return "machine"
	}
	return rangeFault(head, uint64(size), values)
}

// rangeFault checks that the program and section headers are inside the file.
func rangeFault(head []byte, size uint64, values map[string]string) string {
	for _, part := range []struct {
		id                   string
		offset, entry, count int // where the header has the offset, and the size and number of entries
	}{{"programs", 32, 54, 56}, {"sections", 40, 58, 60}} {
		offset := binary.LittleEndian.Uint64(head[part.offset:])
		bytes := uint64(binary.LittleEndian.Uint16(head[part.entry:])) * uint64(binary.LittleEndian.Uint16(head[part.count:]))
		if offset == 0 || offset >= size || bytes > size-offset {
			values["offset"], values["size"] = strconv.FormatUint(offset, 10), strconv.FormatUint(bytes, 10)
			return part.id
		}
	}
	return ""
}

// machineName returns a machine as Android's linker writes it: EM_X86_64 (62).
func machineName(m elf.Machine) string { return fmt.Sprintf("%v (%d)", m, int(m)) }
