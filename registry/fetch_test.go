package registry

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// server is a local stand-in for the Khronos servers. It serves both files and their dates and records the
// requests. A handler for a name such as gl.xml or log/egl.xml takes precedence.
type server struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func newServer(t *testing.T, special map[string]http.HandlerFunc) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.RequestURI)
		s.mu.Unlock()
		name := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		if strings.HasPrefix(r.URL.Path, "/log/") {
			name = "log/" + name
		}
		switch h := special[name]; {
		case h != nil:
			h(w, r)
		case name == "gl.xml":
			fmt.Fprint(w, goodGL)
		case name == "egl.xml":
			fmt.Fprint(w, goodEGL)
		default:
			fmt.Fprint(w, `[{"sha": "1", "commit": {"committer": {"name": "K", "date": "2026-05-06T23:08:09-07:00"}}}]`)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) origins() []Origin {
	return []Origin{
		{"gl.xml", s.URL + "/GL/%s/xml/gl.xml", s.URL + "/log/gl.xml?path=xml/gl.xml&sha=%s"},
		{"egl.xml", s.URL + "/EGL/%s/api/egl.xml", s.URL + "/log/egl.xml?path=api/egl.xml&sha=%s"},
	}
}

func (s *server) fetch(ctx context.Context, revision string) (*Fetched, error) {
	return Fetch(ctx, s.Client(), s.origins(), revision)
}

func TestFetch(t *testing.T) {
	s := newServer(t, nil)
	got, err := s.fetch(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	if string(got.Files["gl.xml"]) != goodGL || string(got.Files["egl.xml"]) != goodEGL || len(got.Files) != 2 {
		t.Error("other files than the server sent")
	}
	want := Manifest{Schema: 1, Files: []ManifestEntry{
		{"gl.xml", s.URL + "/GL/main/xml/gl.xml", "main", "2026-05-07", hashOf([]byte(goodGL))},
		{"egl.xml", s.URL + "/EGL/main/api/egl.xml", "main", "2026-05-07", hashOf([]byte(goodEGL))},
	}}
	if !reflect.DeepEqual(got.Manifest, want) {
		t.Errorf("%+v\nwant %+v", got.Manifest, want)
	}
	decoded, err := Decode(File{"gl.xml", []byte(goodGL), "2026-05-07"}, File{"egl.xml", []byte(goodEGL), "2026-05-07"})
	if err != nil || !reflect.DeepEqual(got.Registry, decoded) {
		t.Errorf("%+v (%v)", got.Registry, err)
	}
}

// TestRevisionIsEscaped checks that a revision is one element of the URL path, whatever characters it has.
func TestRevisionIsEscaped(t *testing.T) {
	for revision, want := range map[string][2]string{
		"v1.0":         {"v1.0", "v1.0"},
		"../x":         {"..%2Fx", "..%2Fx"},
		"a b":          {"a%20b", "a+b"},
		"main?x=1":     {"main%3Fx=1", "main%3Fx%3D1"},
		"main#x":       {"main%23x", "main%23x"},
		"a&sha=b":      {"a&sha=b", "a%26sha%3Db"},
		"%2e%2e":       {"%252e%252e", "%252e%252e"},
		"refs/tags/1":  {"refs%2Ftags%2F1", "refs%2Ftags%2F1"},
		"a\r\nHost: x": {"a%0D%0AHost:%20x", "a%0D%0AHost%3A+x"},
		"ä":            {"%C3%A4", "%C3%A4"},
		"%s%d":         {"%25s%25d", "%25s%25d"},
	} {
		s := newServer(t, nil)
		if _, err := s.fetch(t.Context(), revision); err != nil {
			t.Errorf("%q: %v", revision, err)
			continue
		}
		asked := []string{"/GL/" + want[0] + "/xml/gl.xml", "/log/gl.xml?path=xml/gl.xml&sha=" + want[1],
			"/EGL/" + want[0] + "/api/egl.xml", "/log/egl.xml?path=api/egl.xml&sha=" + want[1]}
		if !reflect.DeepEqual(s.asked, asked) {
			t.Errorf("%q: asked for %q", revision, s.asked)
		}
	}
	for _, revision := range []string{"", ".", ".."} {
		s := newServer(t, nil)
		if _, err := s.fetch(t.Context(), revision); err == nil || len(s.asked) > 0 {
			t.Errorf("%q: %v, asked for %q", revision, err, s.asked)
		}
	}
}

func TestOriginsAreKhronos(t *testing.T) {
	for i, name := range []string{"gl.xml", "egl.xml"} {
		o := Origins[i]
		if o.Name != name || !strings.HasPrefix(o.Raw, "https://raw.githubusercontent.com/KhronosGroup/") ||
			!strings.HasPrefix(o.Log, "https://api.github.com/repos/KhronosGroup/") ||
			!strings.HasSuffix(o.Raw, "/"+name) || strings.Count(o.Raw+o.Log, "%") != 2 {
			t.Errorf("%+v", o)
		}
	}
}
