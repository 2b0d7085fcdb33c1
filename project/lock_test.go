package project

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// The lock has only the documented members, with the hash of each file except the lock.
func TestLock(t *testing.T) {
	created := rendered(t)
	var l Lock
	text := fileOf(t, created, LockName)
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		t.Fatal(err)
	}
	if l.Schema != 1 || l.Tool != "test" || l.Model != gen.Model || l.Module != "example.com/a" || l.Template.Name != "go" || l.Template.Version == "" {
		t.Errorf("%+v", l)
	}
	checkSources(t, l.Registry)
	if len(l.Files) != len(created.Files)-1 || !slices.IsSortedFunc(l.Files, func(a, b LockFile) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("%d files of %d, or not sorted", len(l.Files), len(created.Files))
	}
	for _, f := range l.Files {
		sum := sha256.Sum256(fileOf(t, created, f.Path))
		if f.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: the hash is not that of its bytes", f.Path)
		}
		base := f.Path[strings.LastIndex(f.Path, "/")+1:]
		if generated := strings.HasPrefix(base, "zz_generated_"); (f.Class == "generated") != generated || (f.Class == "yours") == generated {
			t.Errorf("%s is of the class %q", f.Path, f.Class)
		}
	}
}

func checkSources(t *testing.T, sources []LockSource) {
	t.Helper()
	if len(sources) != 2 || sources[0].Name != "egl.xml" || sources[1].Name != "gl.xml" {
		t.Fatalf("%+v", sources)
	}
	for _, s := range sources {
		if !regexp.MustCompile(`^20\d\d-\d\d(-\d\d)?$`).MatchString(s.Date) || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(s.SHA256) {
			t.Errorf("%+v", s)
		}
	}
}

// The order of members is part of the file's bytes.
func TestLockMembers(t *testing.T) {
	text := string(fileOf(t, rendered(t), LockName))
	at := 0
	for _, member := range []string{"schema", "tool", "model", "registry", "module", "template", "hooks", "files"} {
		i := strings.Index(text[at:], "\n  \""+member+"\": ")
		if i < 0 {
			t.Fatalf("no %q after byte %d:\n%.400s", member, at, text)
		}
		at += i
	}
	if !strings.HasSuffix(text, "}\n") || strings.Contains(text, "\t") || strings.Contains(text, "\r") {
		t.Error("not in the form it should have")
	}
}

func TestLockHash(t *testing.T) {
	dir := t.TempDir()
	if _, err := LockHash(dir); err == nil {
		t.Error("no lock, no error")
	}
	testutil.WriteFiles(t, dir, map[string]string{LockName: "{}\n"})
	sum := sha256.Sum256([]byte("{}\n"))
	if got, err := LockHash(dir); err != nil || got != hex.EncodeToString(sum[:])[:16] {
		t.Errorf("%q, %v", got, err)
	}
}

// request returns a request for a small project in dir.
func request(dir string) Request {
	return Request{Module: "example.com/a", Dir: dir, Tool: "test", Config: Config{Name: "a", Init: "passive", API: "egl=1.5,gles2=3.2",
		Extensions: "all", Template: "go", Intercept: []Intercept{{"eglChooseConfig", "go"}}}}
}

func rendered(t *testing.T) *Created {
	t.Helper()
	created, err := Render(t.Context(), registry.Builtin(), request("nowhere"))
	if err != nil {
		t.Fatal(err)
	}
	return created
}

func fileOf(t *testing.T, c *Created, path string) []byte {
	t.Helper()
	for _, f := range c.Files {
		if f.Path == path {
			return f.Content
		}
	}
	t.Fatalf("no file %s", path)
	return nil
}
