package localpage

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const host = "127.0.0.1:4711"

// request sends a request and returns the answer.
func request(h http.Handler, method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "http://"+host+path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// newGuardedServer returns access control in front of a server that reports what it receives.
func newGuardedServer() (h http.Handler, token string) {
	d, token := newSessionAuth("viewer", "gleslayergen trace view", host, "localhost:4711")
	return d.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.URL.Path)) })), token
}

// login exchanges the token and returns the header with the cookie, and the secret path.
func login(t *testing.T, h http.Handler, token string) (header, path string) {
	t.Helper()
	res := request(h, "GET", "/?token="+token)
	cookies := res.Cookies()
	if res.StatusCode != http.StatusSeeOther || len(cookies) != 1 || len(cookies[0].Path) != 34 || res.Header.Get("Location") != cookies[0].Path {
		t.Fatalf("%d, %v", res.StatusCode, res.Header)
	}
	if c := cookies[0]; strings.Contains(c.Path, c.Value) || strings.Contains(c.Path, token) || c.SameSite != http.SameSiteStrictMode || !c.HttpOnly || len(c.Value) != 32 || c.Value == token {
		t.Errorf("the cookie is %q", c.Raw)
	}
	return cookies[0].Name + "=" + cookies[0].Value, cookies[0].Path
}

func TestTokenIsGoodOnce(t *testing.T) {
	h, token := newGuardedServer()
	for _, wrong := range []string{"", "0", token[1:], token + "0", strings.Repeat("0", 32)} {
		if res := request(h, "GET", "/?token="+wrong); res.StatusCode != http.StatusForbidden || len(res.Cookies()) > 0 {
			t.Errorf("token %q: %d", wrong, res.StatusCode)
		}
	}
	if res := request(h, "GET", "/?token="+token, "Sec-Purpose", "prefetch"); res.StatusCode != http.StatusForbidden {
		t.Errorf("prefetch: status %d", res.StatusCode)
	}
	cookie, path := login(t, h, token)
	if res := request(h, "GET", "/?token="+token, "Cookie", cookie); res.StatusCode != http.StatusForbidden {
		t.Errorf("second use of the token: status %d", res.StatusCode)
	}
	for at, want := range map[string]int{path: 200, path + "api/trace": 200, "/": 403, "/api/trace": 403, "/" + strings.Repeat("0", 32) + "/": 403, strings.TrimSuffix(path, "/"): 403} {
		res := request(h, "GET", at, "Cookie", cookie)
		body, _ := io.ReadAll(res.Body)
		if inside := "/" + strings.TrimPrefix(at, path); res.StatusCode != want || want == 200 && string(body) != inside {
			t.Errorf("%s with the cookie: %d, %s", at, res.StatusCode, body)
		}
	}
}

func TestTokenIsGoodForOne(t *testing.T) {
	h, token := newGuardedServer()
	in := make(chan bool)
	for range 16 {
		go func() { in <- request(h, "GET", "/?token="+token).StatusCode == http.StatusSeeOther }()
	}
	entered := 0
	for range 16 {
		if <-in {
			entered++
		}
	}
	if entered != 1 {
		t.Errorf("%d requests were accepted with one token", entered)
	}
}

func TestGuard(t *testing.T) {
	h, token := newGuardedServer()
	cookie, path := login(t, h, token)
	for _, c := range []struct {
		method  string
		headers []string
		want    int
	}{
		{"GET", []string{"Cookie", cookie}, 200},
		{"GET", []string{"Cookie", cookie, "Host", "localhost:4711"}, 200},
		{"GET", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}, 200},
		{"GET", []string{"Cookie", cookie, "Sec-Fetch-Site", "none"}, 200},
		{"POST", []string{"Cookie", cookie, "Origin", "http://" + host}, 200},
		{"POST", []string{"Cookie", cookie, "Origin", "http://" + host, "Sec-Fetch-Site", "same-origin"}, 200},

		{"GET", nil, 403},
		{"GET", []string{"Cookie", "viewer=" + token}, 403},
		{"GET", []string{"Cookie", cookie + "0"}, 403},
		{"GET", []string{"Cookie", "viewer=0; " + cookie}, 403}, // another server on this machine may set a cookie, too
		{"GET", []string{"Cookie", cookie, "Host", "evil.example:4711"}, 421},
		{"GET", []string{"Cookie", cookie, "Host", "127.0.0.1"}, 421},
		{"GET", []string{"Cookie", cookie, "Host", "127.0.0.1:4712"}, 421},
		{"GET", []string{"Cookie", cookie, "Host", ""}, 421},
		{"GET", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-site"}, 403},
		{"GET", []string{"Cookie", cookie, "Origin", "http://evil.example"}, 403},
		{"GET", []string{"Cookie", cookie, "Origin", "null"}, 403},
		{"POST", []string{"Cookie", cookie}, 403},
		{"POST", []string{"Cookie", cookie, "Origin", "http://127.0.0.1:4712"}, 403},
		{"POST", []string{"Cookie", cookie, "Origin", "http://" + host, "Sec-Fetch-Site", "none"}, 403},
		{"POST", []string{"Cookie", cookie, "Origin", "http://" + host, "Sec-Fetch-Site", "same-site"}, 403},
		{"PUT", []string{"Cookie", cookie, "Origin", "http://" + host}, 405},
		{"OPTIONS", []string{"Cookie", cookie, "Origin", "http://evil.example"}, 405},
	} {
		res := request(h, c.method, path+"api/trace", c.headers...)
		if res.StatusCode != c.want {
			t.Errorf("%s %q: %d, want %d", c.method, c.headers, res.StatusCode, c.want)
		}
		if got := res.Header; got.Get("Access-Control-Allow-Origin") != "" || got.Get("X-Content-Type-Options") != "nosniff" ||
			got.Get("Cache-Control") != "no-store" || !strings.HasPrefix(got.Get("Content-Security-Policy"), "default-src 'self';") ||
			!strings.Contains(got.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s %q: %v", c.method, c.headers, got)
		}
	}
}
