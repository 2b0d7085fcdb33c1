package view

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestExport: all calls are sent, one a line, as text or JSON.
func TestExport(t *testing.T) {
	s := serve(t, small(), Options{})
	for as, first := range map[string]string{"text": "0 t1 c0 ", "json": "{"} {
		w := serveRequest(s, "GET", "/api/export?as="+as, "")
		lines := strings.Split(strings.TrimSuffix(w.Body.String(), "\n"), "\n")
		if w.Code != 200 || w.Header().Get("Content-Disposition") != "attachment" || len(lines) != s.file.Len() || !strings.HasPrefix(lines[0], first) {
			t.Errorf("%s: %d, %d lines: %.80s", as, w.Code, len(lines), w.Body)
		}
		if as == "json" && !json.Valid([]byte(lines[4])) {
			t.Errorf("not JSON: %s", lines[4])
		}
	}
	refused(t, s, "/api/export?as=xml", 400, "not text or json")
}
