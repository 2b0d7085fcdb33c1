package project

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// outside are paths that must always be rejected.
func isOutside(path string) bool {
	return !filepath.IsLocal(path) || strings.Contains(path, "..") && filepath.Clean(path) != path || strings.ContainsAny(path, "\\\x00\n:")
}

// FuzzParseLock checks that there is a result, that no path leads out of the project, that generated files
// have their prefix, and that a written lock is read back unchanged.
func FuzzParseLock(f *testing.F) {
	created, err := os.ReadFile("testdata/lock.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(created)
	f.Add([]byte(strings.Repeat("[", 20000)))
	f.Add([]byte(`{"schema":1,"module":"a","files":[{"path":"../zz_generated_x","class":"generated","sha256":""}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := ParseLock("l", text)
		if err != nil {
			testutil.CheckHint(t, err, "l")
			return
		}
		for _, file := range l.Files {
			if isOutside(file.Path) || (file.Class == classGenerated) != isGenerated(file.Path) {
				t.Errorf("%+v is let through", file)
			}
		}
		written, err := l.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseLock("l", written); err != nil {
			t.Errorf("%v\n%s", err, written)
		}
	})
}

// FuzzParseJournal checks the same for journals.
func FuzzParseJournal(f *testing.F) {
	hash := strings.Repeat("0", 64)
	good, err := json.Marshal(journal{Schema: 1, Dirs: []string{"internal/bridge"}, Steps: []step{{Path: "core/zz_generated_x.c", Old: hash}, {Path: ConfigName, Old: hash, New: hash[1:] + "1"}, {Path: "hooks_2.go", New: hash}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, text []byte) {
		j, err := parseJournal("j", text)
		if err != nil {
			testutil.CheckHint(t, err, "j")
			return
		}
		for _, s := range j.Steps {
			if isOutside(s.Path) || isOutside(stagedName(s.Path)) || s.New == "" && !isGenerated(s.Path) {
				t.Errorf("%+v is let through", s)
			}
		}
		for _, dir := range j.Dirs {
			if isOutside(dir) {
				t.Errorf("%q is let through", dir)
			}
		}
	})
}
