package view

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// noted returns a server of a recording that is a file, and the path of its notes.
func noted(t testing.TB) (s *Server, path string) {
	t.Helper()
	recording := filepath.Join(t.TempDir(), "game.gltrace")
	if err := os.WriteFile(recording, small(), 0o640); err != nil {
		t.Fatal(err)
	}
	return serve(t, small(), Options{Path: recording}), recording + ".notes.json"
}

// post changes a note and returns the status and all notes.
func post(t testing.TB, s *Server, body string) (int, string) {
	t.Helper()
	w := serveRequest(s, "POST", "/api/notes", body)
	var answer notesAnswer
	if w.Code != http.StatusOK {
		return w.Code, w.Body.String()
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	return w.Code, fmt.Sprint(answer.Notes)
}

// TestNotes: notes are saved beside the recording, in order, changed and removed, also by two viewers.
func TestNotes(t *testing.T) {
	s, path := noted(t)
	other := serve(t, small(), Options{Path: strings.TrimSuffix(path, ".notes.json")})
	for _, step := range []struct {
		s          *Server
		body, want string
	}{
		{s, `{"call": 7, "text": "<b>slow</b>"}`, "[{7 <b>slow</b>}]"}, {other, `{"call": 2, "text": ""}`, "[{2 } {7 <b>slow</b>}]"},
		{s, `{"call": 7, "text": "fast"}`, "[{2 } {7 fast}]"}, {s, `{"call": 2, "text": null}`, "[{7 fast}]"},
	} {
		if code, got := post(t, step.s, step.body); code != 200 || got != step.want {
			t.Errorf("%s: %d, %s, want %s", step.body, code, got, step.want)
		}
	}
	if got := getJSON[notesAnswer](t, other, "/api/notes"); len(got.Notes) != 1 || got.Problem != "" {
		t.Errorf("%+v", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v: %v", info.Mode(), err)
	}
	post(t, s, `{"call": 7, "text": null}`)
	left, _ := os.ReadDir(filepath.Dir(path))
	if len(left) != 1 {
		t.Errorf("without notes, %v are left", left)
	}
}

// TestNotesAreRefused: invalid changes are refused and change nothing.
func TestNotesAreRefused(t *testing.T) {
	s, path := noted(t)
	for body, want := range map[string]int{`{"call": 99, "text": ""}`: 400, `{"call": -1, "text": ""}`: 400, `{"call": 1, "path": "/etc"}`: 400, `no JSON`: 400,
		`{"call": 1, "text": "` + strings.Repeat("x", longestNote+1) + `"}`: 422} {
		if code, got := post(t, s, body); code != want {
			t.Errorf("%.40s: %d, %s", body, code, got)
		}
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error(err)
	}
	if code, got := post(t, serve(t, small(), Options{}), `{"call": 1, "text": ""}`); code != 422 || !strings.Contains(got, "not a file") {
		t.Errorf("%d, %s", code, got)
	}
}

// TestHostileNotes: a file that is not ours is a problem for notes only, and is never overwritten.
func TestHostileNotes(t *testing.T) {
	for name, content := range map[string]string{
		"no JSON": "\x00\xff", "negative": `{"notes": [{"call": -5, "text": ""}]}`, "twice": `{"notes": [{"call": 5, "text": ""}, {"call": 5, "text": ""}]}`,
		"other": `{"version": 2}`, "replaced": `{"recording": "ff", "notes": [{"call": 5, "text": ""}]}`, "long": `{"notes": [{"call": 5, "text": "` + strings.Repeat("x", longestNote+1) + `"}]}`, "large": strings.Repeat(" ", mostNoteBytes+1),
		"many": `{"notes": [` + strings.TrimSuffix(strings.Repeat(`{"call": 1, "text": ""},`, mostNotes+1), ",") + `]}`,
	} {
		s, path := noted(t)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		got := getJSON[notesAnswer](t, s, "/api/notes")
		if len(got.Notes) != 0 || !strings.HasPrefix(got.Problem, "read notes from game.gltrace.notes.json: ") {
			t.Errorf("%s: %+v", name, got)
		}
		if code, _ := post(t, s, `{"call": 1, "text": ""}`); code != 422 {
			t.Errorf("%s: overwritten", name)
		}
		if b, _ := os.ReadFile(path); !slices.Equal(b, []byte(content)) {
			t.Errorf("%s: changed", name)
		}
	}
	s, path := noted(t)
	if err := os.Symlink("/dev/zero", path); err != nil {
		t.Fatal(err)
	}
	if got := getJSON[notesAnswer](t, s, "/api/notes"); !strings.Contains(got.Problem, "not a regular file") {
		t.Errorf("%+v", got)
	}
}

// TestNotesWithoutDirectory: notes that cannot be saved are an error that names the file.
func TestNotesWithoutDirectory(t *testing.T) {
	s, path := noted(t)
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	if code, got := post(t, s, `{"call": 1, "text": ""}`); code != 422 || !strings.Contains(got, "save notes to game.gltrace.notes.json: no such file") {
		t.Errorf("%d, %s", code, got)
	}
}

// FuzzNotes: no content of the file causes a server error.
func FuzzNotes(f *testing.F) {
	for _, content := range []string{`{"notes": [{"call": 5, "text": "a"}]}`, `{}`, `[]`, ``, `{"notes": null}`} {
		f.Add(content)
	}
	s, path := noted(f)
	s.notes.id = "" // as in contents without the ID
	f.Fuzz(func(t *testing.T, content string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := getJSON[notesAnswer](t, s, "/api/notes"); got.Problem == "" && checkNotes(got.Notes) != nil {
			t.Errorf("%+v", got)
		}
	})
}
