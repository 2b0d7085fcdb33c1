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

// Symbols are the files that know names and lines, by build id.
type Symbols struct {
	byID   map[string]known
	byName map[string][]known
}

// known is a file, and how much it knows.
type known struct {
	path string
	id   string
	rank int // 2 lines, 1 names, 0 neither
}

// mostFiles bounds what is looked at in the folders that were given.
const mostFiles = 100000

// FindSymbols looks for shared objects in folders, and below them: of two with one build id, that counts which knows more,
// such as build/arm64-v8a/.debug/liba.so beside build/arm64-v8a/liba.so.
func FindSymbols(folders []string) (*Symbols, error) {
	s := &Symbols{map[string]known{}, map[string][]known{}}
	seen := 0
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if seen++; seen > mostFiles {
				return errors.New("more than 100000 files: give the folder of the symbols itself")
			}
			switch {
			case err != nil && path == folder:
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
	k, ok := look(path)
	if !ok {
		return
	}
	if have, there := s.byID[k.id]; !there || k.rank > have.rank {
		s.byID[k.id] = k
	}
	name := filepath.Base(path)
	s.byName[name] = append(s.byName[name], k)
}

// look reads the build id of a file; files without one match nothing.
func look(path string) (known, bool) {
	f, err := os.Open(path)
	if err != nil {
		return known{}, false
	}
	defer f.Close()
	file, err := elf.NewFile(f)
	if err != nil {
		return known{}, false
	}
	k := known{path: path, id: noteID(file)}
	switch {
	case file.Section(".debug_line") != nil || file.Section(".zdebug_line") != nil:
		k.rank = 2
	case file.Section(".symtab") != nil:
		k.rank = 1
	}
	return k, k.id != ""
}

// noteID is the build id that the linker noted.
func noteID(file *elf.File) string {
	s := file.Section(".note.gnu.build-id")
	if s == nil || s.Size > 4096 {
		return ""
	}
	note, err := s.Data()
	const head = 16 // three numbers, and the name GNU
	if err != nil || len(note) <= head {
		return ""
	}
	size := min(int(file.ByteOrder.Uint32(note[4:])), len(note)-head)
	return hex.EncodeToString(note[head : head+max(size, 0)])
}

// For finds the file that knows a frame. Without a build id in the frame, a name that only one build has will do.
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
