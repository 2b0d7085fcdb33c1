package view

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// served starts a server and returns the URL that gives access.
func served(t *testing.T, s *Server, six bool) *url.URL {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() { done <- s.Serve(ctx, six, func(u string) { ready <- u }) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	select {
	case text := <-ready:
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return u
	case err := <-done:
		done <- err
		t.Fatal(err)
	}
	return nil
}

// browser returns a client that keeps cookies and follows redirects.
func browser(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: time.Minute}
}

func visit(t *testing.T, c *http.Client, u string) (status int, body string, header http.Header) {
	t.Helper()
	res, err := c.Get(u)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b), res.Header
}

// openPage exchanges the token and returns the address of the page.
func openPage(t *testing.T, c *http.Client, u *url.URL) string {
	t.Helper()
	res, err := c.Get(u.String())
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if at := res.Request.URL; res.StatusCode == http.StatusOK && at.Host == u.Host && len(at.Path) > 32 && strings.HasSuffix(at.Path, "/") && at.RawQuery == "" {
		return at.String()
	}
	t.Fatalf("%s: %s", res.Request.URL, res.Status)
	return ""
}

func TestServe(t *testing.T) {
	u := served(t, sample(t), false)
	if u.Hostname() != "127.0.0.1" || len(u.Query().Get("token")) != 32 {
		t.Errorf("%s", u)
	}
	if status, _, _ := visit(t, browser(t), "http://"+u.Host+"/api/trace"); status != http.StatusForbidden {
		t.Errorf("without a cookie: %d", status)
	}
	b := browser(t)
	page := openPage(t, b, u)
	status, body, header := visit(t, b, page)
	if status != 200 || !strings.HasPrefix(header.Get("Content-Type"), "text/html") || !strings.Contains(strings.ToLower(body), "<!doctype html>") {
		t.Errorf("%d, %v", status, header)
	}
	for _, bad := range []string{"<script>", "style=", "onclick=", "javascript:", "http:", "https:"} {
		if strings.Contains(strings.ToLower(body), bad) {
			t.Errorf("the page has %q, which its policy forbids", bad)
		}
	}
	if status, body, header = visit(t, b, page+"api/trace"); status != 200 || header.Get("Content-Type") != "application/json" || !strings.Contains(body, `"tracetest"`) {
		t.Errorf("%d, %v, %s", status, header, body)
	}
	if status, _, header = visit(t, b, page+"app.js"); status != 200 || !strings.HasPrefix(header.Get("Content-Type"), "text/javascript") || header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d, %v", status, header)
	}
	for _, path := range []string{"%2e%2e/view.go", "page.go", "etc/passwd", "api/nothing"} {
		if status, _, _ := visit(t, b, page+path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, _, _ := visit(t, browser(t), page); status != http.StatusForbidden {
		t.Errorf("the page's address without the cookie: %d", status)
	}
	if status, _, _ := visit(t, browser(t), u.String()); status != http.StatusForbidden {
		t.Errorf("the token a second time: %d", status)
	}
}

func TestServeIPv6(t *testing.T) {
	u := served(t, sample(t), true)
	if status, _, _ := visit(t, browser(t), u.String()); u.Hostname() != "::1" || status != 200 {
		t.Errorf("%s: %d", u, status)
	}
}

// TestPost: a filter is accepted only from the page itself.
func TestPost(t *testing.T) {
	u := served(t, sample(t), false)
	b := browser(t)
	page := openPage(t, b, u)
	for _, c := range []struct {
		origin, kind string
		want         int
	}{{"http://" + u.Host, "application/json", 200}, {"", "application/json", 403}, {"http://evil.example", "application/json", 403}, {"http://" + u.Host, "text/plain", 415}} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", page+"api/views", strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", c.kind)
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		res, err := b.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != c.want {
			t.Errorf("%+v: %d", c, res.StatusCode)
		}
	}
}

// TestHostileText: text of a recording is only data in JSON, and cannot be interpreted as HTML.
func TestHostileText(t *testing.T) {
	s := sample(t)
	for _, path := range []string{"/api/calls?count=4096", "/api/groups?frame=2", "/api/search?from=0&q=%3Cscript%3E", "/api/compare?a=1&b=2", "/api/call?i=24"} {
		w := serveRequest(s, "GET", path, "")
		if w.Code != 200 || w.Header().Get("Content-Type") != "application/json" || strings.Contains(w.Body.String(), "<") {
			t.Errorf("%s: %d, %v", path, w.Code, w.Header())
		}
	}
	if w := serveRequest(s, "GET", "/api/calls?count=4096", ""); !strings.Contains(w.Body.String(), `\u003cscript\u003ealert(1)`) || tracetest.Script != "<script>alert(1)</script>" {
		t.Error("the page does not contain the text")
	}
}

// TestPanic: a panic loses only its answer, and the page receives no details.
func TestPanic(t *testing.T) {
	var logged string
	s := New(open(t, small()), Options{Log: func(format string, _ ...any) { logged = format }})
	t.Cleanup(s.Close)
	s.mux.HandleFunc("GET /api/panic", func(http.ResponseWriter, *http.Request) { panic("secret") })
	if w := serveRequest(s, "GET", "/api/panic", ""); w.Code != 500 || strings.Contains(w.Body.String(), "secret") || logged == "" {
		t.Errorf("%d, %s", w.Code, w.Body)
	}
	refused(t, s, "/api/call?i=99", 400, "i")
	s.background(func() { panic("again") })
}

// TestSlowSender: an incomplete request times out.
func TestSlowSender(t *testing.T) {
	s := serve(t, small(), Options{pace: paced(func(p *pace) { p.header = 100 * time.Millisecond })})
	u := served(t, s, false)
	for _, begun := range []string{"", "GET / HTTP/1.1\r\nHost: ", "POST /api/views HTTP/1.1\r\nHost: " + u.Host + "\r\nContent-Length: 100\r\n\r\n{"} {
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, begun); err != nil {
			t.Fatal(err)
		}
		if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(c); err != nil {
			t.Errorf("%q: not closed: %v", begun, err)
		}
	}
}

// TestOtherPorts: a server on another port, visited in the same browser, does not receive the cookie.
func TestOtherPorts(t *testing.T) {
	u, sent := served(t, sample(t), false), make(chan []*http.Cookie, 1)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { sent <- r.Cookies() }))
	t.Cleanup(other.Close)
	b := browser(t)
	page, err := url.Parse(openPage(t, b, u))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/": 0, "/api/trace": 0, page.Path: 1} { // the last one checks that the test detects the cookie
		if visit(t, b, other.URL+path); len(<-sent) != want {
			t.Errorf("%s: the browser does not send %d cookies", path, want)
		}
	}
}

// TestRefusedHangUp: a rejected client does not occupy a connection.
func TestRefusedHangUp(t *testing.T) {
	u := served(t, sample(t), false)
	c, err := net.Dial("tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "GET /api/trace HTTP/1.1\r\nHost: "+u.Host+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if answer, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 403 ") {
		t.Errorf("not closed: %q, %v", answer, err)
	}
}

// Connections without a session do not keep the browser out, even if they stay open and send requests.
func TestManyConnections(t *testing.T) {
	u := served(t, sample(t), false)
	for range 3 * localpage.MostStrangers {
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, "OPTIONS * HTTP/1.1\r\nHost: "+u.Host+"\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	b := browser(t)
	page := openPage(t, b, u)
	if status, _, _ := visit(t, b, page+"api/trace"); status != 200 {
		t.Errorf("%d", status)
	}
}

// "OPTIONS *" needs a session too, and closes the connection.
func TestOptions(t *testing.T) {
	u := served(t, sample(t), false)
	c, err := net.Dial("tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "OPTIONS * HTTP/1.1\r\nHost: "+u.Host+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if answer, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 405 ") {
		t.Errorf("%q, %v", answer, err)
	}
}

// More connections with a session than the limit are refused, and those before continue.
func TestTooManyTabs(t *testing.T) {
	u := served(t, sample(t), false)
	b := browser(t)
	page, err := url.Parse(openPage(t, b, u))
	if err != nil {
		t.Fatal(err)
	}
	b.CloseIdleConnections()
	request := "GET " + page.Path + "api/trace HTTP/1.1\r\nHost: " + u.Host + "\r\nCookie: " + b.Jar.Cookies(page)[0].String() + "\r\n\r\n"
	statuses := map[int]int{}
	for range localpage.MostConnections + 8 {
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		statuses[res.StatusCode]++
		res.Body.Close()
	}
	if statuses[200]+statuses[503] != localpage.MostConnections+8 || statuses[200] < localpage.MostConnections-1 || statuses[200] > localpage.MostConnections {
		t.Errorf("%v", statuses)
	}
}
