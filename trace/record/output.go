package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// Extension is the file name extension of recordings.
const Extension = ".gltrace"

// medium is the file of a recording. Tests replace it.
type medium interface {
	io.Writer
	Truncate(size int64) error
	Close() error
}

// output writes a recording. The file has only complete chunks, unless this process is killed during a write.
type output struct {
	path string
	to   medium
	w    *format.Joiner
	size int64 // size in bytes of the complete chunks
}

// create creates a file that only this user can access. It fails if the file exists.
func create(path string) (*output, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, &CreateError{path, err}
	}
	o, err := newOutput(path, f)
	if err != nil {
		f.Close()
		os.Remove(path)
		return nil, &CreateError{path, err}
	}
	return o, nil
}

func newOutput(path string, to medium) (*output, error) {
	w, err := format.NewWriter(to, format.Quick)
	return &output{path, to, format.NewJoiner(w), int64(len(format.Magic))}, err
}

// write appends a chunk; small payloads wait for the next chunk of another kind. If it fails, it truncates the file to its previous size.
func (o *output) write(c format.Chunk) error {
	before := o.w.Size()
	if err := o.w.Write(c); err != nil {
		return &WriteError{o.path, errors.Join(err, o.to.Truncate(o.size))}
	}
	o.size += o.w.Size() - before
	return nil
}

// CreateError is the error for a file that cannot be created.
type CreateError struct {
	Path string
	Err  error
}

func (e *CreateError) Error() string { return "create " + e.Path + ": " + reason(e.Err) }

// Unwrap returns the reason.
func (e *CreateError) Unwrap() error { return e.Err }

// Hint returns what to do.
func (e *CreateError) Hint() string {
	return "choose a writable location with free space: --out FILE"
}

// reason returns the reason of an error without the operation and path.
func reason(err error) string {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return err.Error()
}

// WriteError is the error for a file that cannot be extended. Its content up to then is valid.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string {
	return "write " + e.Path + ": " + reason(e.Err)
}

// Unwrap returns the reason.
func (e *WriteError) Unwrap() error { return e.Err }

// Hint returns what to do.
func (e *WriteError) Hint() string {
	if errors.Is(e.Err, syscall.ENOSPC) || errors.Is(e.Err, syscall.EFBIG) || errors.Is(e.Err, syscall.EDQUOT) {
		return "the file is valid up to that point; free disk space, record to another disk with --out FILE, or record less with --no-textures or --frames N"
	}
	return "the file is valid up to that point; record to another location with --out FILE"
}

// pathOf returns the path of the recording of a process: out, with the process ID before the extension unless
// alone.
func pathOf(out string, pid int, alone bool) string {
	if alone {
		return out
	}
	ext := filepath.Ext(out)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(out, ext), pid, ext)
}

// FreeName returns the name of a new file, in the working directory, for a recording of the program.
func FreeName(program string) string {
	base := strings.Map(replaceSpecial, filepath.Base(program))
	if strings.Trim(base, ".") == "" {
		base = "trace"
	}
	name := base + Extension
	for i := 2; i < 10000; i++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s-%d%s", base, i, Extension)
	}
	return name
}

// replaceSpecial replaces characters other than letters, digits, '.', '_' and '-' with '_'.
func replaceSpecial(c rune) rune {
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || bytes.ContainsRune([]byte("._-"), c) {
		return c
	}
	return '_'
}
