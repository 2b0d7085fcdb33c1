//go:build unix

package file

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// A file that is not an index is never replaced: the index is in the cache directory instead.
func TestIndexReplacesNothing(t *testing.T) {
	for _, other := range []string{"", "notes of the user", indexName[:6]} {
		path := indexed(t, tracetest.Sample(600))
		if err := os.WriteFile(path+IndexSuffix, []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		opened(t, path)
		if now, err := os.ReadFile(path + IndexSuffix); err != nil || string(now) != other || !hasIndex(t, path) {
			t.Errorf("%q is now %.20q, %v", other, now, err)
		}
	}
}

// A symbolic link is neither followed nor replaced.
func TestIndexLink(t *testing.T) {
	path := indexed(t, tracetest.Sample(600))
	opened(t, path)
	at := path + IndexSuffix
	if err := errors.Join(os.Rename(at, path+".moved"), os.Symlink(path+".moved", at)); err != nil {
		t.Fatal(err)
	}
	if hasIndex(t, path) {
		t.Error("the index behind a link is used")
	}
	opened(t, path)
	if target, err := os.Readlink(at); err != nil || target != path+".moved" || !hasIndex(t, path) {
		t.Errorf("the link was replaced: %v", err)
	}
}

// An index that others can write to is ignored, and replaced.
func TestIndexOfOthers(t *testing.T) {
	path := indexed(t, tracetest.Sample(600))
	opened(t, path)
	at := path + IndexSuffix
	good, err := os.ReadFile(at)
	if err := errors.Join(err, os.Chmod(at, 0o666)); err != nil {
		t.Fatal(err)
	}
	if hasIndex(t, path) {
		t.Error("an index that others can write to is used")
	}
	opened(t, path)
	info, err := os.Stat(at)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if now, err := os.ReadFile(at); err != nil || !bytes.Equal(now, good) || !hasIndex(t, path) {
		t.Errorf("the index was not made again: %v", err)
	}
	if left, _ := filepath.Glob(at + "-*"); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
}
