package templates

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// maxZip is the maximum size of a zip file, whose central directory is read first. 64 MB of templates are
// much smaller when compressed.
const maxZip = 16 << 20

// zipped is a pack in a zip file: its entries by name.
type zipped map[string]*zip.File

func readZip(where string) (p *Pack, err error) {
	text, err := zipBytes(where)
	if err == nil {
		p, err = parseZip(where, text)
	}
	var ours *Error
	if err != nil && !errors.As(err, &ours) {
		err = &Error{fmt.Sprintf("template pack %q", where), fsx.Reason(err), TemplateAdvice}
	}
	return p, err
}

func zipBytes(where string) ([]byte, error) {
	file, err := os.Open(where)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxZip+1))
	if err == nil && len(text) > maxZip {
		err = fmt.Errorf("larger than %d MiB", maxZip>>20)
	}
	return text, err
}

// parseZip reads a pack from the bytes of a zip file.
func parseZip(where string, text []byte) (*Pack, error) {
	r, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	entries, err := checkEntries(r.File)
	if err != nil {
		return nil, err
	}
	return read(where, entries)
}

// checkEntries returns an error for entries that are not regular files, also if the pack does not list them.
func checkEntries(files []*zip.File) (zipped, error) {
	if len(files) > 2*maxFiles {
		return nil, fmt.Errorf("more than %d entries", 2*maxFiles)
	}
	entries := zipped{}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name, "/")
		why := checkName(name)
		switch mode := f.Mode(); {
		case why != "":
		case entries[name] != nil:
			why = "listed more than once in the zip file"
		case mode&fs.ModeSymlink != 0:
			why = "a link"
		case f.Flags&1 != 0:
			why = "encrypted"
		case !mode.IsRegular() && !mode.IsDir():
			why = "not a regular file"
		}
		if why != "" {
			return nil, fmt.Errorf("entry %.100q: %s", f.Name, why)
		}
		entries[name] = f
	}
	return entries, nil
}

func (z zipped) read(name string, most int64) ([]byte, error) {
	f := z[name]
	if f == nil {
		return nil, fs.ErrNotExist
	}
	if !f.Mode().IsRegular() {
		return nil, errNotPlain
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readAtMost(r, most)
}
