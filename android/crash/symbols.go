package crash

import (
	"debug/elf"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Symbols are files with symbols, by build ID and by file name.
type Symbols struct {
	byID   map[string]known
	byName map[string][]known
}

// known is a file, ranked by its debug data.
type known struct {
	path string
	id   string
	rank int // 2: lines, 1: names, 0: neither
}

// mostFiles is the maximum number of files searched.
const mostFiles = 100000

// FindSymbols searches directories recursively for shared objects. Of several files with one build ID, it
// prefers the one with more debug data, such as build/arm64-v8a/.debug/liba.so over build/arm64-v8a/liba.so.
func FindSymbols(dirs []string) (*Symbols, error) {
	s := &Symbols{map[string]known{}, map[string][]known{}}
	seen := 0
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if seen++; seen > mostFiles {
				return errors.New("the directories to search contain more than 100000 files; pass only the subdirectories that contain the symbols")
			}
			switch {
			case err != nil && path == dir:
				return err
			case err != nil || !d.Type().IsRegular() || !strings.Contains(d.Name(), ".so"):
				return nil
			}
			s.add(path)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Symbols) add(path string) {
	k, ok := readSymbols(path)
	if !ok {
		return
	}
	if have, there := s.byID[k.id]; !there || k.rank > have.rank {
		s.byID[k.id] = k
	}
	name := filepath.Base(path)
	s.byName[name] = append(s.byName[name], k)
}

// readSymbols reads the build ID and debug data of a file. It returns false for a file without a build ID.
func readSymbols(path string) (known, bool) {
	f, err := os.Open(path)
	if err != nil {
		return known{}, false
	}
	defer f.Close()
	file, err := elf.NewFile(f)
	if err != nil {
		return known{}, false
	}
	k := known{path: path, id: readBuildID(file)}
	switch {
	case file.Section(".debug_line") != nil || file.Section(".zdebug_line") != nil:
		k.rank = 2
	case file.Section(".symtab") != nil:
		k.rank = 1
	}
	return k, k.id != ""
}

// readBuildID returns the build ID that the linker stored, in hexadecimal, or "".
func readBuildID(file *elf.File) string {
	s := file.Section(".note.gnu.build-id")
	if s == nil || s.Size > 4096 {
		return ""
	}
	note, err := s.Data()
	const head = 16 // three 32-bit numbers and the name "GNU\0"
	if err != nil || len(note) <= head {
		return ""
	}
	size := min(int(file.ByteOrder.Uint32(note[4:])), len(note)-head)
	return hex.EncodeToString(note[head : head+max(size, 0)])
}

// For returns the file with the symbols of a frame. If the frame has no build ID, the library's name decides,
// provided that only one build has it.
func (s *Symbols) For(f Frame) (path string, found bool) {
	if f.BuildID != "" {
		k, there := s.byID[f.BuildID]
		return k.path, there
	}
	ids := map[string]bool{}
	for _, k := range s.byName[f.Library()] {
		ids[k.id] = true
	}
	if len(ids) != 1 {
		return "", false
	}
	return s.byID[s.byName[f.Library()][0].id].path, true
}
