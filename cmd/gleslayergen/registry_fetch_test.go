package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/registrycmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// khronos is a server with both files. A handler for a path replaces one of them.
func khronos(t *testing.T, special map[string]http.HandlerFunc) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h := special[r.URL.Path]; h != nil {
			h(w, r)
			return
		}
		switch r.URL.Path {
		case "/main/gl.xml", "/v1/gl.xml":
			http.ServeFile(w, r, "testdata/gl.xml")
		case "/main/egl.xml", "/v1/egl.xml":
			http.ServeFile(w, r, "testdata/egl.xml")
		case "/log/gl.xml":
			fmt.Fprint(w, `[{"commit":{"committer":{"date":"2026-05-06T07:08:09Z"}}}]`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	return srv
}

// fetch runs registry fetch with a server, with a generous time limit.
func fetch(t *testing.T, srv *httptest.Server, args ...string) (code int, out, messages string) {
	t.Helper()
	return fetchWithin(t, time.Minute, srv, args...)
}

func fetchWithin(t *testing.T, limit time.Duration, srv *httptest.Server, args ...string) (code int, out, messages string) {
	var o, e bytes.Buffer
	env := newTool(strings.NewReader(""), &o, &e)
	env.Client.Timeout = limit
	env.Origins = []registry.Origin{
		{Name: "gl.xml", Raw: srv.URL + "/%s/gl.xml", Log: srv.URL + "/log/gl.xml?sha=%s"},
		{Name: "egl.xml", Raw: srv.URL + "/%s/egl.xml", Log: srv.URL + "/log/egl.xml?sha=%s"},
	}
	code = runIn(t.Context(), env, append([]string{"registry", "fetch"}, args...))
	return code, o.String(), e.String()
}

func TestRegistryFetch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	code, out, messages := fetch(t, khronos(t, nil), "--out", dir)
	if code != ui.ExitOK {
		t.Fatal(messages)
	}
	testutil.Contains(t, messages, "downloading gl.xml and egl.xml from Khronos (branch or tag main)")
	testutil.Contains(t, out, "2026-05-06", "date unknown") // egl.xml has no log on this server
	for _, name := range []string{"gl.xml", "egl.xml"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		want, _ := os.ReadFile("testdata/" + name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, or its content differs", name, err)
		}
		sum := sha256.Sum256(want)
		testutil.Contains(t, out, filepath.Join(dir, name), hex.EncodeToString(sum[:]))
	}
	// import finds the date that fetch stored; egl.xml has none.
	fails(t, ui.ExitUsage, []string{"egl.xml: the date of the file is unknown"}, "registry", "import",
		filepath.Join(dir, "gl.xml"), filepath.Join(dir, "egl.xml"), "--out", filepath.Join(dir, "out"))
}

func TestRegistryFetchJSON(t *testing.T) {
	code, out, messages := fetch(t, khronos(t, nil), "--out", t.TempDir(), "--json", "--ref", "v1")
	var report struct {
		Schema int
		Files  []registry.ManifestEntry
	}
	if err := json.Unmarshal([]byte(out), &report); code != ui.ExitOK || err != nil {
		t.Fatalf("exit code %d, %v, %s", code, err, messages)
	}
	if report.Schema != 1 || len(report.Files) != 2 || report.Files[0].Revision != "v1" ||
		report.Files[0].Date != "2026-05-06" || report.Files[1].SHA256 == "" {
		t.Errorf("%+v", report)
	}
}

func TestRegistryFetchFails(t *testing.T) {
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		words   []string
	}{
		"404": {http.NotFound, []string{"404 Not Found", "hint: nothing was written; check the network"}},
		"500": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, []string{"500"}},
		"truncated body": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			fmt.Fprint(w, "<registry>")
		}, []string{"unexpected EOF"}},
		"truncated file": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<registry><commands>") },
			[]string{"egl.xml:1:", "hint: nothing was written: the server did not send a valid registry file for this --ref"}},
		"a page": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>\x1b[2J</html>") },
			[]string{"egl.xml:1:"}},
		"empty": {func(http.ResponseWriter, *http.Request) {}, []string{"egl.xml:1:"}},
		"huge": {func(w http.ResponseWriter, _ *http.Request) {
			block := bytes.Repeat([]byte("<!---->"), 1<<17)
			for range 80 {
				w.Write(block)
			}
		}, []string{"the response is larger than the limit of 64 MiB"}},
		"slow": {func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-stop:
			}
		}, []string{"hint: nothing was written: the server did not answer in time"}},
		"a circle": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) },
			[]string{"more than 10 times"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "gl.xml"), []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			srv := khronos(t, map[string]http.HandlerFunc{"/main/egl.xml": c.handler})
			limit := time.Minute
			if name == "slow" {
				limit = 2 * time.Second
			}
			code, out, messages := fetchWithin(t, limit, srv, "--out", dir)
			if code != ui.ExitFailed || out != "" {
				t.Errorf("exit code %d, stdout %q", code, out)
			}
			testutil.Contains(t, messages, append(c.words, "nothing was written")...)
			old, _ := os.ReadFile(filepath.Join(dir, "gl.xml"))
			if list, _ := os.ReadDir(dir); len(list) != 1 || string(old) != "old" {
				t.Errorf("something was written: %v", list)
			}
		})
	}
}

func TestRegistryFetchStaysOnHTTPS(t *testing.T) {
	plain := khronos(t, nil)
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL+"/main/gl.xml", http.StatusFound))
	t.Cleanup(secure.Close)
	client := registrycmd.FetchClient()
	client.Transport = secure.Client().Transport
	if _, err := client.Get(secure.URL); err == nil || !strings.Contains(err.Error(), "from HTTPS to another protocol") {
		t.Errorf("redirect from https to http: %v", err)
	}
}

// Fetch uses HTTPS, and only servers of Khronos.
func TestOrigins(t *testing.T) {
	for _, o := range registry.Origins {
		for _, link := range []string{o.Raw, o.Log} {
			if !strings.HasPrefix(link, "https://") || !strings.Contains(link, "/KhronosGroup/") {
				t.Errorf("%s comes from %s", o.Name, link)
			}
		}
	}
}
