package file

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// IndexSuffix is the suffix of the file with the index of a large recording, next to it. If the directory is not writable, the file
// is in the user's cache directory.
const IndexSuffix = ".index"

// Limits of the files with indexes.
const (
	minIndexedSize = 256 << 10        // bytes of such a recording
	growing        = 10 * time.Second // a recording without an End that changed later may still grow
)

// A recording with this number of calls or bytes gets a file.
var (
	minIndexed      = 1 << 20
	minIndexedBytes = int64(16 << 20)
)

// indexMagic begins the file: its name and its version. After a change of code, the version is another one.
const (
	indexName  = "GLTINDX"
	indexMagic = indexName + "\x03"
)

// saved is the file with the index of a recording.
type saved struct {
	path string // of the recording, absolute
	file *os.File
	key  []byte // identifies the recording and its content
}

// newSaved returns the file with the index of a recording. The key has the size, time and last bytes of the recording.
func newSaved(file *os.File) (*saved, error) {
	const tail = 64 << 10
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(file.Name())
	if err != nil {
		return nil, err
	}
	from := max(info.Size()-tail, 0)
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(file, from, info.Size()-from)); err != nil {
		return nil, err
	}
	key := binary.LittleEndian.AppendUint64([]byte(indexMagic), uint64(info.Size()))
	key = binary.LittleEndian.AppendUint64(key, uint64(info.ModTime().UnixNano()))
	return &saved{path, file, hash.Sum(key)}, nil
}

// places returns the paths that the index may have.
func (s *saved) places() []string {
	out := []string{s.path + IndexSuffix}
	if dir := indexCache(); dir != "" {
		name := sha256.Sum256([]byte(s.path))
		out = append(out, filepath.Join(dir, hex.EncodeToString(name[:16])+IndexSuffix))
	}
	return out
}

// load returns the index, or nil if there is none that is valid.
func (s *saved) load() *index {
	for _, path := range s.places() {
		if x, err := s.loadFrom(path); err == nil {
			return x
		}
	}
	return nil
}

// loadFrom reads an index that the user wrote: anyone can compute the key, so the file of another user can have any content.
func (s *saved) loadFrom(path string) (*index, error) {
	f, err := fsx.OpenOwn(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	recording, err := s.file.Stat()
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || info.Size() > roomBase+2*recording.Size() {
		return nil, errors.Join(err, errIndex)
	}
	body := info.Size() - int64(len(s.key)) - sumSize
	key := make([]byte, len(s.key))
	if _, err := io.ReadFull(f, key); err != nil || !slices.Equal(key, s.key) || body < 0 {
		return nil, errors.Join(err, errIndex)
	}
	x, sum, err := decodeIndex(io.LimitReader(f, body), s.file, recording.Size())
	if err != nil {
		return nil, err
	}
	var want uint32
	if err := binary.Read(f, binary.LittleEndian, &want); err != nil || sum != want {
		return nil, errors.Join(err, errIndex)
	}
	return x, nil
}

// save writes the index, next to the recording or else to the cache directory.
func (s *saved) save(x *index) error {
	places := s.places()
	err := s.saveTo(places[0], x)
	if err == nil || len(places) == 1 {
		return err
	}
	dir := filepath.Dir(places[1])
	if err := errors.Join(os.MkdirAll(dir, 0o700), removeOldest(dir, mostCached-1)); err != nil {
		return err
	}
	return s.saveTo(places[1], x)
}

// saveTo replaces the file at once, so that other processes read the old one or the new one. It fails if the file is not an index.
func (s *saved) saveTo(path string, x *index) (err error) {
	if err := checkReplaceable(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(s.key); err == nil {
		err = encodeIndex(f, x)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// checkReplaceable fails if a path exists and is not an index of any version.
func checkReplaceable(path string) error {
	f, err := fsx.OpenRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	name := make([]byte, len(indexName))
	if _, err := io.ReadFull(f, name); err != nil || string(name) != indexName {
		return errors.Join(err, errIndex)
	}
	return nil
}
