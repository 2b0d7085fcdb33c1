package templates

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// anything is a source that has every file.
type anything []byte

func (a anything) read(name string, most int64) ([]byte, error) {
	if name != packName {
		return []byte("x"), nil
	}
	if int64(len(a)) > most {
		return nil, fs.ErrInvalid
	}
	return a, nil
}

func wantSafe(t *testing.T, p *Pack, err error) {
	t.Helper()
	if err != nil {
		if p != nil || err.Error() == "" {
			t.Fatalf("%+v, %v", p, err)
		}
		return
	}
	for _, f := range p.Files {
		generated := strings.HasPrefix(f.Path[strings.LastIndexByte(f.Path, '/')+1:], GeneratedPrefix)
		if !filepath.IsLocal(f.Path) || filepath.Clean(f.Path) != f.Path || strings.ContainsAny(f.Path, "\\\x00\n: ") || generated == f.Yours() {
			t.Errorf("%+v is let through", f)
		}
	}
	if strings.ContainsAny(p.Name+p.Version+p.Description, "\x00\n\x1b\u009b") {
		t.Errorf("%q, %q, %q", p.Name, p.Version, p.Description)
	}
}

// FuzzPackYAML checks that each text gives an error or a pack, and that no path leads out of the project or
// has another meaning.
func FuzzPackYAML(f *testing.F) {
	for _, name := range Builtin() {
		text, err := packs.ReadFile(name + "/" + packName)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(head + "- {path: ../zz_generated_a, template: t}\n"))
	f.Add([]byte(head + "- path: a/zz_generated_a\n  emit: c.core\n  when: c\n"))
	f.Add([]byte("model: 2"))
	f.Fuzz(func(t *testing.T, text []byte) {
		started := time.Now()
		p, err := read("p", anything(text))
		if took := time.Since(started); took > time.Minute {
			t.Fatalf("%d bytes took %v", len(text), took)
		}
		wantSafe(t, p, err)
	})
}

// FuzzZip checks the same for zip files.
func FuzzZip(f *testing.F) {
	pack := zipEntry{name: "pack.yaml", text: head + "- {path: zz_generated_a, template: t}\n"}
	f.Add(zipOf(f, pack, zipEntry{name: "t", text: "x"}))
	f.Add(zipOf(f, pack, zipEntry{name: "t", text: "x", mode: fs.ModeSymlink}))
	f.Add(zipOf(f, zipEntry{name: "../a"}, pack, zipEntry{name: "t/"}))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := parseZip("p.zip", text)
		wantSafe(t, p, err)
	})
}
