package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/cbuild"
)

// A memo is a file in a cache that has the digest of the build that a program used last. With it, the program does
// not render the sources again, which takes about 0.5 s of processor time.
type memo struct {
	cache string
	what  string // digest of the target and the compiler, without sources
}

func (m memo) path() string { return filepath.Join(m.cache, "last-"+m.what) }

// find returns the directory of the build, if this program used it last and it is intact.
func (m memo) find() (dir string, ok bool) {
	text, err := os.ReadFile(m.path())
	id, digest, _ := strings.Cut(string(text), " ")
	if err != nil || id == "" || id != ProgramID() {
		return "", false
	}
	return cbuild.Find(m.cache, digest)
}

// keep writes the memo. Without it, the program renders the sources again, so errors are ignored.
func (m memo) keep(digest string) {
	f, err := os.CreateTemp(m.cache, "last-*.tmp")
	if err != nil {
		return
	}
	_, err = f.WriteString(ProgramID() + " " + digest)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), m.path())
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// ProgramID returns what distinguishes this program from others, which can have other sources: the size and the time of its file.
// It is "" if they are unknown.
var ProgramID = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d-%d", info.Size(), info.ModTime().UnixNano())
})
