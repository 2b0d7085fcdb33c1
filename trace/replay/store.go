package replay

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Limits of a Store.
const (
	maxPrepared = 1 << 30 // bytes of a script
	maxStored   = 2 << 30 // bytes of all scripts
	minFree     = 2 << 30 // bytes that are free before a script is prepared
	maxMarkers  = 64
)

// The suffixes of the files in a Store. A marker is of a script that was played once, unless that failed; if it is not empty, the script
// is too large.
const (
	preparedSuffix = ".script"
	markerSuffix   = ".played"
)

// Store is a directory with prepared scripts. From the second replay of a recording with the same options on, the player reads the
// script from a file, so that the recording is not read and decompressed each time. The scripts that were not used for the longest
// time are removed.
type Store struct {
	Dir     string // "" for gleslayergen/scripts in the user's cache directory
	Version string // of the program that makes the scripts, and of the player

	largest, most, free int64 // limits; 0 are those above
}

// errTooLarge is the error of a script that is too large for the store.
var errTooLarge = errors.New("the script is too large to be stored")

// Prepare returns the script of a complete recording in the file f, which has the path. It makes and stores the script at the second
// call with these arguments. It returns nil at the first call, and if the script cannot be stored. The error is that of newScript, or
// of the script.
func (s Store) Prepare(ctx context.Context, f *file.File, path string, o Options, newScript func() (*Script, error)) (*Prepared, error) {
	if !f.IsWhole() {
		return nil, nil
	}
	name := s.open(path, o)
	if name == "" || !s.mark(name) {
		return nil, nil
	}
	digest, err := f.Digest(ctx)
	if err != nil {
		return nil, err
	}
	if p := s.find(name, digest[:]); p != nil {
		return p, nil
	}
	return s.make(ctx, name, digest[:], newScript)
}

// Forget removes the script of a replay that failed, as its file may be damaged. Until a replay with these arguments succeeds, Prepare
// does not make the script again: it would be written at each replay and fail each time.
func (s Store) Forget(path string, o Options) {
	name := s.open(path, o)
	if name == "" {
		return
	}
	_ = os.Remove(s.path(name, preparedSuffix))
	if marker := s.path(name, markerSuffix); !isTooLarge(marker) {
		_ = os.Remove(marker)
	}
}

// isTooLarge reports whether a marker is of a script that is too large.
func isTooLarge(marker string) bool {
	info, err := os.Stat(marker)
	return err == nil && info.Size() > 0
}

// canPrepare reports whether the script depends on nothing but the recording and the other options.
func (o *Options) canPrepare() bool {
	return !o.Images && o.Requests == nil && o.Sources == nil && o.Pause == nil
}

// open creates the directory, and sets the limits. It returns the name of the files of a script, without suffix, or "" if the script
// cannot be stored.
func (s *Store) open(path string, o Options) string {
	if !o.canPrepare() || s.Version == "" {
		return ""
	}
	if s.Dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		s.Dir = filepath.Join(user, "gleslayergen", "scripts")
	}
	s.largest, s.most, s.free = cmp.Or(s.largest, maxPrepared), cmp.Or(s.most, maxStored), cmp.Or(s.free, minFree)
	name, err := s.name(path, o)
	if err != nil || fsx.MakePrivateDir(s.Dir) != nil {
		return ""
	}
	return name
}

// name returns the name of the files of a script, without suffix.
func (s *Store) name(path string, o Options) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	key := fmt.Appendf(nil, "%q %q %d %d %d %d %d %d %t %d %d", s.Version, path, info.Size(), info.ModTime().UnixNano(), o.From, o.To, o.First, o.Rounds, o.Timed, o.Width, o.Height)
	return fmt.Sprintf("%x", sha256.Sum256(key))[:32], nil
}

func (s *Store) path(name, suffix string) string { return filepath.Join(s.Dir, name+suffix) }

// mark reports whether the script was played before and may be stored. It writes the marker of one that was not played.
func (s *Store) mark(name string) bool {
	info, err := os.Stat(s.path(name, markerSuffix))
	if errors.Is(err, fs.ErrNotExist) {
		s.removeOldest(markerSuffix, func(n int, _ int64) bool { return n >= maxMarkers })
		_ = os.WriteFile(s.path(name, markerSuffix), nil, 0o600) // without it, the next replay is another first one
	} else if err == nil {
		now := time.Now()
		_ = os.Chtimes(s.path(name, markerSuffix), now, now) // it is the one used last
	}
	return err == nil && info.Size() == 0
}

// find returns a stored script of a recording with the digest, or nil.
func (s *Store) find(name string, digest []byte) *Prepared {
	file, err := fsx.OpenOwn(s.path(name, preparedSuffix))
	if err != nil {
		return nil
	}
	p, err := readPrepared(file)
	if err != nil || !bytes.Equal(p.Digest, digest) {
		file.Close()
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(file.Name(), now, now) // it is the one used last
	return p
}

// make stores a script and returns it, or nil if it cannot be stored.
func (s *Store) make(ctx context.Context, name string, digest []byte, newScript func() (*Script, error)) (*Prepared, error) {
	if free, err := fsx.FreeSpace(s.Dir); err != nil || free < s.free {
		return nil, nil
	}
	dir, lock, err := fsx.MakeLocked(s.Dir, ".making-", nil)
	if err != nil {
		return nil, nil
	}
	defer lock.Close()
	defer os.RemoveAll(dir)
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil
	}
	out := &limitedFile{file: file, rest: s.largest}
	err = s.write(ctx, out, digest, newScript)
	if closed := file.Close(); out.err == nil {
		out.err = closed
	}
	switch {
	case errors.Is(out.err, errTooLarge):
		_ = os.WriteFile(s.path(name, markerSuffix), []byte("too large"), 0o600)
		return nil, nil
	case out.err != nil: // the replay does not need the file
		return nil, nil
	case err != nil:
		return nil, err
	}
	s.removeOldest(preparedSuffix, func(_ int, size int64) bool { return size > s.most-(s.largest-out.rest) })
	if err := os.Rename(file.Name(), s.path(name, preparedSuffix)); err != nil {
		return nil, nil
	}
	return s.find(name, digest), nil
}

// write writes a script and its facts.
func (s *Store) write(ctx context.Context, out *limitedFile, digest []byte, newScript func() (*Script, error)) error {
	script, err := newScript()
	if err != nil {
		return err
	}
	if err := script.Write(ctx, out); err != nil {
		return err
	}
	of := &facts{Digest: digest, LeftOut: script.LeftOut(), LeftOutOfFrames: script.LeftOutOfFrames(), Snapshot: -1, Unused: script.Unused(), Missing: script.Missing()}
	if frame, ok := script.Snapshot(); ok {
		of.Snapshot = frame
	}
	err = writeFacts(out, of)
	if errors.Is(err, errPrepared) {
		out.err = errTooLarge
	}
	return err
}

// removeOldest removes files with a suffix, those that were not used for the longest time first, while there are too many of them.
func (s *Store) removeOldest(suffix string, tooMany func(n int, size int64) bool) {
	all, err := os.ReadDir(s.Dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	size := int64(0)
	for _, one := range all {
		if info, err := one.Info(); err == nil && strings.HasSuffix(one.Name(), suffix) {
			files, size = append(files, info), size+info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for len(files) > 0 && tooMany(len(files), size) {
		_ = os.Remove(filepath.Join(s.Dir, files[0].Name())) // another process can have removed it
		files, size = files[1:], size-files[0].Size()
	}
}

// limitedFile is a file of limited size. It keeps the first error.
type limitedFile struct {
	file *os.File
	rest int64
	err  error
}

func (l *limitedFile) Write(p []byte) (n int, err error) {
	switch {
	case l.err != nil:
		return 0, l.err
	case int64(len(p)) > l.rest:
		l.err = errTooLarge
		return 0, l.err
	}
	n, l.err = l.file.Write(p)
	l.rest -= int64(n)
	return n, l.err
}
