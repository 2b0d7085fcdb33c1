package settingscmd

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/internal/testutil/pagetest"
)

func TestPage(t *testing.T) { pagetest.Check(t, pageFS, pageFiles) }

// declared are two layers with a setting of the same name.
var declared = []*settings.Declared{
	{Schema: 1, Layer: "watch", Settings: []settings.Setting{
		{Name: "hooks", Type: settings.List},
		{Name: "log.on", Type: settings.Bool, Default: "1"},
		{Name: "log.limit", Type: settings.Int, Default: "150", Range: []int32{1, 1000}, Text: "calls"},
		{Name: "mine.on", Type: settings.Bool, Default: "0"},
	}},
	{Schema: 1, Layer: "pace", Settings: []settings.Setting{{Name: "log.on", Type: settings.Bool, Default: "1"}}},
}

// newFiles returns a page of the layers, whose files of settings are in a directory that does not exist yet.
func newFiles(t *testing.T) (p *page, watch, pace string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "config")
	target, err := newFileTarget(declared, func(name string) string { return map[string]string{"XDG_CONFIG_HOME": dir}[name] })
	if err != nil {
		t.Fatal(err)
	}
	return newPage(target, t.Errorf), filepath.Join(dir, "watch.conf"), filepath.Join(dir, "pace.conf")
}

// request sends a request and returns the status and the answer.
func request(t *testing.T, p *page, method, path, body string) (int, shown, string) {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	p.handler().ServeHTTP(w, r)
	var s shown
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
		t.Fatalf("%s: %v", w.Body, err)
	}
	return w.Code, s, w.Body.String()
}

func checkFile(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); string(got) != want || want != "" && err != nil {
		t.Errorf("%s: %q, not %q (%v)", filepath.Base(path), got, want, err)
	}
}

func TestGroups(t *testing.T) {
	p, _, _ := newFiles(t)
	status, s, body := request(t, p, "GET", "/api/settings", "")
	if status != 200 || s.Title != "watch, pace" || s.Changed || len(s.Layers) != 2 || len(s.Layers[0].Modules) != 3 {
		t.Fatalf("%d, %s", status, body)
	}
	if log := s.Layers[0].Modules[1]; log.Name != "log" || log.Text == "" || len(log.Settings) != 2 || log.Settings[1].Values != "a number from 1 to 1000" {
		t.Errorf("%+v", log)
	}
	if mine := s.Layers[0].Modules[2]; mine.Name != "mine" || mine.Text != "" {
		t.Errorf("%+v", mine)
	}
}

// TestSetAndUndo changes settings of one of two layers, beside lines of the user, and restores the values.
func TestSetAndUndo(t *testing.T) {
	p, watch, pace := newFiles(t)
	status, s, body := request(t, p, "POST", "/api/set", `{"layer": 0, "name": "log.on", "value": "0"}`)
	if status != 200 || !s.Changed || s.Layers[0].Modules[1].Settings[0].Value != "0" || s.Layers[1].Modules[0].Settings[0].Value != "" {
		t.Errorf("%d, %s", status, body)
	}
	checkFile(t, watch, "log.on=0\n")
	checkFile(t, pace, "")
	if err := errors.Join(os.WriteFile(watch, []byte("mine=1\nlog.on=0\nlog.limit=9\n"), 0o600), os.Chmod(watch, 0o644)); err != nil {
		t.Fatal(err)
	}
	request(t, p, "POST", "/api/set", `{"layer": 0, "name": "log.limit", "value": "20"}`)
	request(t, p, "POST", "/api/set", `{"layer": 0, "name": "log.limit", "value": ""}`)
	request(t, p, "POST", "/api/set", `{"layer": 1, "name": "log.on", "value": "0"}`)
	checkFile(t, watch, "mine=1\nlog.on=0\n")
	checkFile(t, pace, "log.on=0\n")
	if info, err := os.Stat(watch); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info, err)
	}
	if status, s, body := request(t, p, "POST", "/api/undo", `{}`); status != 200 || s.Changed {
		t.Errorf("%d, %s", status, body)
	}
	checkFile(t, watch, "mine=1\nlog.limit=9\n")
	checkFile(t, pace, "")
}

// TestRefused checks that an invalid request changes nothing, and says why.
func TestRefused(t *testing.T) {
	p, watch, _ := newFiles(t)
	for _, c := range []struct {
		body   string
		status int
		why    string
	}{
		{`{"layer": 0, "name": "log.limit", "value": "0"}`, 422, "log.limit=0: must be a number from 1 to 1000"},
		{`{"layer": 0, "name": "log.limt", "value": "5"}`, 422, `did you mean \"log.limit\"?`},
		{`{"layer": 0, "name": "hooks", "value": "a\nlog.on=0"}`, 422, "line break"},
		{`{"layer": 2, "name": "log.on", "value": "0"}`, 400, "the page has 2 layers"},
		{`{"layer": -1, "name": "log.on", "value": "0"}`, 400, "the page has 2 layers"},
		{`{"layers": 0}`, 400, "invalid JSON"},
		{`{"layer": 0, "name": "hooks", "value": "` + strings.Repeat("x", longestBody) + `"}`, 400, "too large"},
	} {
		if status, _, body := request(t, p, "POST", "/api/set", c.body); status != c.status || !strings.Contains(body, c.why) {
			t.Errorf("%.80s: %d, %s", c.body, status, body)
		}
	}
	checkFile(t, watch, "")
}

// TestUnreadableFile checks that a file that a layer would not read is an error.
func TestUnreadableFile(t *testing.T) {
	p, watch, pace := newFiles(t)
	if err := os.MkdirAll(filepath.Dir(watch), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pace, []byte("log.on=1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(pace, watch); err != nil {
		t.Fatal(err)
	}
	if status, _, body := request(t, p, "POST", "/api/set", `{"layer": 0, "name": "log.on", "value": "0"}`); status != 422 || !strings.Contains(body, "not a regular file") {
		t.Errorf("%d, %s", status, body)
	}
	checkFile(t, pace, "log.on=1\n")
	if err := errors.Join(os.Remove(watch), os.WriteFile(watch, make([]byte, settings.MaxFile+1), 0o600)); err != nil {
		t.Fatal(err)
	}
	if status, _, body := request(t, p, "GET", "/api/settings", ""); status != 422 || !strings.Contains(body, "a layer ignores the rest") {
		t.Errorf("%d, %s", status, body)
	}
}

func TestNoDirectory(t *testing.T) {
	if _, err := newFileTarget(declared, func(string) string { return "" }); err == nil {
		t.Error("no error without HOME")
	}
}

// TestServe checks that the page is behind the access control.
func TestServe(t *testing.T) {
	p, _, _ := newFiles(t)
	ctx, stop := context.WithCancel(t.Context())
	urls, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- p.serve(ctx, false, func(url string) { urls <- url }) }()
	if url := <-urls; !strings.Contains(url, "/?token=") {
		t.Error(url)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
