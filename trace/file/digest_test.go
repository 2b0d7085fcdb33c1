package file

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

func TestDigest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gltrace")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := tracetest.NewWriter(out, tracetest.Options{})
	w.Thread(1).Call("glFlush")
	w.Close()
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Digest(t.Context()); err != nil || got != sha256.Sum256(all) {
		t.Errorf("%x, %v", got, err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Digest(canceled); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
