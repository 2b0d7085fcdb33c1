package tracecmd

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/report"
)

// storeFlags returns flags that replace an export with one file of data. The path has characters that are special in patterns.
func storeFlags(t *testing.T) (flags *exportFlags, old string) {
	t.Helper()
	flags = &exportFlags{out: filepath.Join(t.TempDir(), "a[1].json"), force: true}
	old = filepath.Join(dataDir(flags.out), strings.Repeat("0", 64)+".bin")
	if err := errors.Join(os.Mkdir(dataDir(flags.out), 0o700), os.WriteFile(old, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	return flags, old
}

// exportOne writes an export with one file of data. Then is called before the export gets its name.
func exportOne(flags *exportFlags, then func() error) error {
	x := &report.Export{}
	return flags.writeStore(x, func(io.Writer) error {
		return errors.Join(os.WriteFile(filepath.Join(x.Store.Dir, strings.Repeat("1", 64)+".bin"), nil, 0o600), then())
	})
}

// names returns the names of the files in a directory.
func names(t *testing.T, dir string) string {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range all {
		out = append(out, one.Name())
	}
	return strings.Join(out, " ")
}

// The data of an earlier export is replaced.
func TestReplaceStore(t *testing.T) {
	flags, _ := storeFlags(t)
	if err := exportOne(flags, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dataDir(flags.out)); got != strings.Repeat("1", 64)+".bin" {
		t.Error(got)
	}
	if got := names(t, filepath.Dir(flags.out)); got != "a[1].json a[1].json.data" {
		t.Error(got)
	}
}

// If an export fails at any step, the earlier data stays. A file that is not from an export is never deleted.
func TestReplaceStoreFails(t *testing.T) {
	for name, fail := range map[string]func(flags *exportFlags) error{
		"write": func(*exportFlags) error { return io.ErrShortWrite },
		"name":  func(flags *exportFlags) error { return os.Mkdir(flags.out, 0o700) },
		"other": func(flags *exportFlags) error {
			return os.WriteFile(filepath.Join(dataDir(flags.out), "notes"), nil, 0o600)
		},
	} {
		flags, old := storeFlags(t)
		if err := exportOne(flags, func() error { return fail(flags) }); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(old); err != nil || strings.Contains(names(t, dataDir(flags.out)), "111") {
			t.Errorf("%s: the earlier data is lost: %v", name, err)
		}
		if got := names(t, filepath.Dir(flags.out)); strings.HasPrefix(got, ".") {
			t.Errorf("%s: left: %s", name, got)
		}
	}
}
