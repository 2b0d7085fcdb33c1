package deploy

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
)

func TestMain(m *testing.M) {
	journalTimeout = 50 * time.Millisecond
	os.Exit(m.Run())
}

// home sets a temporary directory for the journals of a test.
func home(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "AppData", "HOME"} {
		t.Setenv(name, dir)
	}
	return dir
}

func open(t *testing.T, serial string) *Journal {
	t.Helper()
	j, err := OpenJournal(serial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func settingChange(name, before, after string) Change {
	return Change{Kind: KindSetting, Name: name, Before: before, BeforeSet: before != "", After: after, AfterSet: after != ""}
}

func checkChanges(t *testing.T, serial string, want ...Change) {
	t.Helper()
	got, err := ReadJournal(serial)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the journal has %v, not %v: %v", got, want, err)
	}
}

func TestChangesAreOnTheDiskBeforeTheyAreMade(t *testing.T) {
	home(t)
	const serial = "127.0.0.1:5555"
	j := open(t, serial)
	a, b := settingChange("gpu_debug_app", "", "com.a"), settingChange("gpu_debug_layers_gles", "x.so", "y.so")
	if err := j.Begin(a, b); err != nil {
		t.Fatal(err)
	}
	checkChanges(t, serial, a, b)
	if err := j.Begin(a); err != nil { // equal to the first
		t.Fatal(err)
	}
	if err := j.Done(a); err != nil {
		t.Fatal(err)
	}
	checkChanges(t, serial, a, b)
	if err := errors.Join(j.Close()); err != nil {
		t.Fatal(err)
	}
	j = open(t, serial)
	if !slices.Equal(j.Changes(), []Change{a, b}) {
		t.Errorf("read again: %v", j.Changes())
	}
	if err := j.Done(b, a); err != nil {
		t.Fatal(err)
	}
	checkChanges(t, serial)
	if entries, _ := os.ReadDir(j.dir); len(entries) > 0 {
		t.Errorf("nothing is left to undo, and there is %v", entries)
	}
}

func TestFilesAreTheUsersAlone(t *testing.T) {
	home(t)
	j := open(t, "s")
	if err := j.Begin(settingChange("a", "", "b")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{filepath.Dir(j.dir): 0o700, j.dir: 0o700, filepath.Join(j.dir, journalFileName): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, not %o", path, info.Mode(), err, want)
		}
	}
	if name := filepath.Base(j.dir); len(name) != 64 || strings.Trim(name, "0123456789abcdef") != "" {
		t.Errorf("%q is no hash", name)
	}
}

func TestOneRunADevice(t *testing.T) {
	home(t)
	j := open(t, "s")
	checkError(t, "another gleslayergen process is changing the device", "s")
	open(t, "other")
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, "s")
}

func checkError(t *testing.T, words, serial string) {
	t.Helper()
	j, err := OpenJournal(serial)
	var e *android.Error
	if !errors.As(err, &e) || !strings.Contains(e.Error(), words) || e.Advice == "" {
		t.Errorf("no error with %q and advice: %v", words, err)
	}
	if err == nil {
		j.Close()
	}
}

func TestDamageIsNeverLost(t *testing.T) {
	home(t)
	j := open(t, "s")
	if err := j.Begin(settingChange("a", "", "b")); err != nil {
		t.Fatal(err)
	}
	j.Close()
	path := filepath.Join(j.dir, journalFileName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cut":        string(good[:len(good)/2]),
		"empty":      "",
		"newer":      strings.Replace(string(good), `"schema": 1`, `"schema": 2`, 1),
		"older":      strings.Replace(string(good), `"schema": 1`, `"schema": 0`, 1),
		"unknown":    strings.Replace(string(good), `"kind": "setting"`, `"kind": "sitting"`, 1),
		"other's":    strings.Replace(string(good), `"serial": "s"`, `"serial": "t"`, 1),
		"more":       strings.Replace(string(good), `"kind"`, `"knd": 1, "kind"`, 1),
		"no setting": strings.Replace(string(good), `"name": "a"`, `"name": "a; reboot"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			checkError(t, "cannot be read", "s")
			if _, err := ReadJournal("s"); err == nil {
				t.Error("read as if it were whole")
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != text {
				t.Errorf("the damaged journal is gone: %q %v", after, err)
			}
		})
	}
}

func TestAFullDiskKeepsTheOldJournal(t *testing.T) {
	home(t)
	j := open(t, "s")
	a := settingChange("a", "", "b")
	if err := j.Begin(a); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(j.dir, journalFileName+".new"), 0o700); err != nil { // a file cannot be created there
		t.Fatal(err)
	}
	if err := j.Begin(settingChange("c", "", "d")); err == nil {
		t.Error("a change began that is not on the disk")
	}
	checkChanges(t, "s", a)
	if !slices.Equal(j.Changes(), []Change{a}) {
		t.Errorf("%v", j.Changes())
	}
}

func TestNoConfigDir(t *testing.T) {
	for _, name := range []string{"XDG_CONFIG_HOME", "AppData", "HOME"} {
		t.Setenv(name, "")
	}
	checkError(t, "no directory for the journal", "s")
}

func TestChangesThatCannotBeUndoneAreRefused(t *testing.T) {
	home(t)
	j := open(t, "s")
	for _, c := range []Change{
		{}, {Kind: KindSetting}, {Kind: "x", Name: "a"}, {Kind: KindSetting, Name: "-a"}, {Kind: KindSetting, Name: "a b"},
		{Kind: KindFile, Name: "a"}, {Kind: KindFile, Name: "/"}, {Kind: KindFile, Name: "/a/../b"}, {Kind: KindDir, Name: "/a/"},
		{Kind: KindSetting, Name: "a", Before: "\xff"}, {Kind: KindSetting, Name: "a", Before: "\x00"},
		{Kind: KindSetting, Name: "a", Before: strings.Repeat("x", maxText+1)},
	} {
		if err := j.Begin(c); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	checkChanges(t, "s")
}

func FuzzParse(f *testing.F) {
	good, _ := json.Marshal(journalFile{journalSchema, "s", []Change{settingChange("a", "b", "c"), {Kind: KindFile, Name: "/a/b", As: AsRoot}}})
	f.Add(good)
	f.Add(good[:20])
	f.Fuzz(func(t *testing.T, text []byte) {
		changes, err := parseJournal("s", text)
		if err != nil {
			return
		}
		for _, c := range changes {
			if err := c.check(); err != nil {
				t.Error(err)
			}
		}
		again, err := json.Marshal(journalFile{journalSchema, "s", changes})
		if err != nil {
			t.Fatal(err)
		}
		if back, err := parseJournal("s", again); err != nil || !slices.Equal(back, changes) {
			t.Errorf("%v became %v: %v", changes, back, err)
		}
	})
}

func TestFold(t *testing.T) {
	home(t)
	j := open(t, "s")
	first, other, second := settingChange("a", "x", "y"), settingChange("b", "", "c"), settingChange("a", "y", "z")
	if err := errors.Join(j.Begin(first, other, second), j.Fold(first, second)); err != nil {
		t.Fatal(err)
	}
	checkChanges(t, "s", settingChange("a", "x", "z"), other)
}

// A directory that cannot be synced must be an error, because the journal must not be lost.
func TestDirsAreOnTheDisk(t *testing.T) {
	config := filepath.Join(home(t), "new")
	t.Setenv("XDG_CONFIG_HOME", config)
	var known []string
	synced = func(f *os.File) error {
		known = append(known, f.Name())
		return f.Sync()
	}
	t.Cleanup(func() { synced = (*os.File).Sync })
	j := open(t, "s")
	if err := j.Begin(settingChange("a", "", "b")); err != nil {
		t.Fatal(err)
	}
	for dir := j.dir; ; dir = filepath.Dir(dir) {
		if !slices.Contains(known, dir) {
			t.Errorf("%s may be lost", dir)
		}
		if dir == filepath.Dir(config) {
			break
		}
	}
}
