package registry

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestDateFromManifest checks that a file has the date from the manifest next to it only if its content
// matches.
func TestDateFromManifest(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "renamed.xml")
	save := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	date := func() string {
		t.Helper()
		f, err := ReadFile(path)
		if err != nil || f.Name != path || string(f.Data) == "" {
			t.Fatalf("%+v, %v", f, err)
		}
		return f.Date
	}
	save("renamed.xml", []byte(goodGL))
	if got := date(); got != "" {
		t.Errorf("without a manifest: %q", got)
	}
	manifest, err := json.Marshal(Manifest{Schema: 1, Files: []ManifestEntry{
		{Name: "egl.xml", Date: "2020-01-01", SHA256: hashOf([]byte(goodEGL))},
		{Name: "gl.xml", Date: "2026-05-06", SHA256: hashOf([]byte(goodGL))},
	}})
	if err != nil {
		t.Fatal(err)
	}
	save(ManifestName, manifest)
	if got := date(); got != "2026-05-06" {
		t.Errorf("%q", got)
	}
	save("renamed.xml", []byte(goodGL+"\n"))
	if got := date(); got != "" {
		t.Errorf("of other content: %q", got)
	}
	save(ManifestName, []byte("{"))
	if got := date(); got != "" {
		t.Errorf("of a broken manifest: %q", got)
	}
}

func TestReadFileFails(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadFile(filepath.Join(dir, "none.xml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := ReadFile(dir); err == nil {
		t.Error("a folder")
	}
	path := filepath.Join(dir, "gl.xml")
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(f.Truncate(maxXMLBytes+1), f.Close()) // a sparse file
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = ReadFile(path)
	if s := new(SyntaxError); !errors.As(err, &s) || s.File != path || s.Line != 1 {
		t.Errorf("%v", err)
	}
}
