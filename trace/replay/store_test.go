//go:build linux || darwin

package replay

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// stored is a recording in a file, and a store.
type stored struct {
	*testing.T
	Store
	path  string
	wants int // how often a script was made
}

func newStored(t *testing.T) *stored {
	s := &stored{T: t, Store: Store{Dir: filepath.Join(t.TempDir(), "scripts"), Version: "1", free: 1}, path: filepath.Join(t.TempDir(), "a.gltrace")}
	s.write(0x0B71)
	return s
}

// write replaces the recording with one of glEnable. Its time stays the same.
func (s *stored) write(capability uint32) {
	s.Helper()
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	w.Thread(1).Call("glEnable", capability)
	w.Close()
	if err := os.WriteFile(s.path, out.Bytes(), 0o600); err != nil {
		s.Fatal(err)
	}
	if err := os.Chtimes(s.path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		s.Fatal(err)
	}
}

// script returns the stored script, without its facts, or "".
func (s *stored) script(o Options) string {
	s.Helper()
	f, err := file.Open(s.path)
	if err != nil {
		s.Fatal(err)
	}
	defer f.Close()
	p, err := s.Prepare(s.Context(), f, s.path, o, func() (*Script, error) {
		s.wants++
		return New(s.Context(), f, functions(), o)
	})
	if err != nil {
		s.Fatal(err)
	}
	if p == nil {
		return ""
	}
	defer p.Close()
	all, err := os.ReadFile(p.file.Name())
	if err != nil {
		s.Fatal(err)
	}
	return string(all[:bytes.LastIndex(all, []byte(`{"digest"`))])
}

func (s *stored) expect(what string, got bool, wants int) {
	s.Helper()
	if !got || s.wants != wants {
		s.Errorf("%s: %v, %d scripts were made, want %d", what, got, s.wants, wants)
	}
}

var whole = Options{To: -1}

// The second replay with the same options makes the script, and later ones read it.
func TestStore(t *testing.T) {
	s := newStored(t)
	s.expect("first", s.script(whole) == "", 0)
	f, err := file.Open(s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	script, err := New(t.Context(), f, functions(), whole)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := script.Write(t.Context(), &want); err != nil {
		t.Fatal(err)
	}
	s.expect("second", s.script(whole) == want.String(), 1)
	s.expect("third", s.script(whole) == want.String(), 1)
	s.expect("other options", s.script(Options{To: -1, Rounds: 2}) == "", 1)
	s.expect("requests", s.script(Options{To: -1, Images: true}) == "", 1)
	s.Version = "2"
	s.expect("other version", s.script(whole) == "", 1)
}

// The digest of the recording is compared, not only its size and time.
func TestStoreDigest(t *testing.T) {
	s := newStored(t)
	s.script(whole)
	old := s.script(whole)
	s.write(0x0B71)
	s.expect("same content", s.script(whole) == old, 1)
	s.write(0x0B72) // the same size
	now := s.script(whole)
	s.expect("other content", now != "" && now != old, 2)
	s.expect("again", s.script(whole) == now, 2)
}

// A damaged file, and one that others can write to, is replaced.
func TestStoreDamaged(t *testing.T) {
	s := newStored(t)
	s.script(whole)
	good := s.script(whole)
	name := s.only("*" + preparedSuffix)
	for i, damage := range []func() error{
		func() error { return os.Truncate(name, 40) },
		func() error { return os.Truncate(name, 0) },
		func() error { return os.WriteFile(name, []byte(preparedMagic+preparedMagic), 0o600) },
		func() error { return os.Chmod(name, 0o666) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		s.expect("damaged", s.script(whole) == good, 2+i)
	}
}

func (s *stored) only(pattern string) string {
	s.Helper()
	all, err := filepath.Glob(filepath.Join(s.Dir, pattern))
	if err != nil || len(all) != 1 {
		s.Fatal(all, err)
	}
	return all[0]
}

// Scripts that are too large are not stored, and are not tried again. Too little space is tried again.
func TestStoreTooLarge(t *testing.T) {
	s := newStored(t)
	s.free = 1 << 62
	s.script(whole)
	s.expect("no space", s.script(whole) == "", 0)
	s.free, s.largest = 1, 100
	s.expect("too large", s.script(whole) == "", 1)
	s.expect("again", s.script(whole) == "", 1)
	s.only("*") // the marker
}

// The scripts that were not used for the longest time make room for others.
func TestStoreRemovesOldest(t *testing.T) {
	s := newStored(t)
	options := func(i int) Options { return Options{To: -1, Rounds: i} }
	for i := range 3 {
		s.script(options(i))
	}
	size := int64(len(s.script(options(0)))) + 200
	s.most = 2*size + size/2
	s.script(options(1))
	age(t, s.Dir)
	s.script(options(0)) // is the one used last
	s.script(options(2))
	s.expect("used", s.script(options(0)) != "", 3)
	s.expect("oldest", s.script(options(1)) != "", 4)
}

// age makes all files of a directory old.
func age(t *testing.T, dir string) {
	t.Helper()
	all, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, name := range all {
		if err := os.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
}

// Markers are few.
func TestStoreMarkers(t *testing.T) {
	s := newStored(t)
	for i := range maxMarkers + 5 {
		s.script(Options{To: -1, Rounds: i})
	}
	if all, _ := filepath.Glob(filepath.Join(s.Dir, "*")); len(all) != maxMarkers {
		t.Errorf("%d markers", len(all))
	}
}

// An error of the script is that of Prepare, and leaves no file.
func TestStoreScriptFails(t *testing.T) {
	s := newStored(t)
	s.script(whole)
	f, err := file.Open(s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	wrong := errors.New("wrong")
	if _, err := s.Prepare(t.Context(), f, s.path, whole, func() (*Script, error) { return nil, wrong }); !errors.Is(err, wrong) {
		t.Error(err)
	}
	s.only("*")
}

// The player gets the script as its standard input.
func TestPlayPrepared(t *testing.T) {
	s := newStored(t)
	s.script(whole)
	want := s.script(whole)
	f, err := file.Open(s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	prepared, err := s.Prepare(t.Context(), f, s.path, whole, nil)
	if err != nil || prepared == nil {
		t.Fatal(prepared, err)
	}
	got := filepath.Join(t.TempDir(), "script")
	p := Player{Path: "/bin/sh", Args: []string{"-c", "cat >" + got + "; echo done 7 2"}}
	r, err := p.PlayPrepared(t.Context(), prepared)
	if err != nil || r.Calls != 7 {
		t.Fatal(r, err)
	}
	if all, err := os.ReadFile(got); err != nil || !bytes.HasPrefix(all, []byte(want)) {
		t.Error(err)
	}
}

// The script of a failed replay is removed, and is made again only after a replay that did not fail.
func TestStoreForget(t *testing.T) {
	s := newStored(t)
	s.script(whole)
	want := s.script(whole)
	for range 3 {
		s.Forget(s.path, whole)
		if all, err := os.ReadDir(s.Dir); err != nil || len(all) > 0 {
			t.Errorf("files after a failed replay: %v, %v", all, err)
		}
		s.expect("after a failed replay", s.script(whole) == "", 1)
	}
	s.expect("after another one", s.script(whole) == want, 2)
	s.Forget(s.path, whole)
	s.largest = 100
	s.script(whole)
	s.expect("too large", s.script(whole) == "", 3)
	s.Forget(s.path, whole)
	s.script(whole)
	s.expect("still too large", s.script(whole) == "", 3)
}
