// Package door lets one browser on this machine in, and nobody else: it stands before a server on a loopback address.
//
// Whoever sees the URL that is printed comes in once: its token is exchanged for a cookie and then dead. Web pages that
// this browser has open elsewhere stay outside, whatever name their servers give this address (DNS rebinding), and so do other
// servers of this machine, whose pages count as of the same site. Those would even be sent the cookie, which knows no port: so
// it is good below a path that nobody else can know, and browsers send it nowhere else.
package door

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"sync/atomic"
)

// Door is the guard of one server. It is safe for use by several requests at once.
type Door struct {
	hosts  map[string]bool // what the Host header may say
	path   string          // what all is below
	cookie http.Cookie
	token  atomic.Pointer[string] // nil once it has been exchanged
}

// New makes the guard of a server that is called by these names, each with its port, and its token.
func New(name string, hosts ...string) (d *Door, token string) {
	d = &Door{hosts: map[string]bool{}, path: "/" + secret()}
	for _, h := range hosts {
		d.hosts[h] = true
	}
	token = secret()
	d.token.Store(&token)
	d.cookie = http.Cookie{Name: name, Value: secret(), Path: d.path + "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}
	return d, token
}

// secret is 128 random bits.
func secret() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // it ends the program rather than fail
	return hex.EncodeToString(b)
}

// Guard lets requests through to next that come from the page itself.
func (d *Door) Guard(next http.Handler) http.Handler {
	inside := http.StripPrefix(d.path, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		harden(w.Header())
		switch {
		case !d.hosts[r.Host]:
			refuse(w, http.StatusMisdirectedRequest, "this server is not called by that name")
		case r.Method != http.MethodGet && r.Method != http.MethodPost:
			refuse(w, http.StatusMethodNotAllowed, "only GET and POST are known here")
		case !sameOrigin(r):
			refuse(w, http.StatusForbidden, "only this server's own page may ask")
		case r.URL.Path == "/" && r.Method == http.MethodGet && r.URL.Query().Has("token"):
			d.exchange(w, r)
		case !d.known(r) || !d.below(r.URL.Path):
			refuse(w, http.StatusForbidden, "the URL that was printed lets one browser in, once: start the viewer again for another")
		default:
			inside.ServeHTTP(w, r)
		}
	})
}

// headers say to the browser what this server never needs.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",

	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Cache-Control":                "no-store",
	"Referrer-Policy":              "no-referrer", // the first URL has the token
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

func harden(h http.Header) {
	for name, value := range headers {
		h.Set(name, value)
	}
}

// sameOrigin asks the two headers that no page can forge. A browser that sends neither with a GET gets no further than the cookie.
func sameOrigin(r *http.Request) bool {
	site, origin := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
	if r.Method == http.MethodPost && origin == "" {
		return false
	}
	typed := site == "none" && r.Method == http.MethodGet // typed, or opened from a terminal
	return (site == "" || site == "same-origin" || typed) && (origin == "" || origin == "http://"+r.Host)
}

// exchange gives the cookie for the token, to the first who brings it.
func (d *Door) exchange(w http.ResponseWriter, r *http.Request) {
	token := d.token.Load()
	if r.Header.Get("Sec-Purpose") != "" { // a browser that only looks ahead must not use it up
		refuse(w, http.StatusForbidden, "not ahead of time")
		return
	}
	if token == nil || !same(r.URL.Query().Get("token"), *token) || !d.token.CompareAndSwap(token, nil) {
		refuse(w, http.StatusForbidden, "this token is not, or no more, good: start the viewer again for another")
		return
	}
	http.SetCookie(w, &d.cookie)
	http.Redirect(w, r, d.path+"/", http.StatusSeeOther)
}

func (d *Door) known(r *http.Request) bool {
	cookies := r.CookiesNamed(d.cookie.Name)
	return len(cookies) == 1 && same(cookies[0].Value, d.cookie.Value)
}

// below reports whether a path is one of the page's.
func (d *Door) below(path string) bool {
	n := len(d.path) + 1
	return len(path) >= n && same(path[:n], d.path+"/")
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// refuse answers whom it lets no further, and hangs up: there are only so many places for connections.
func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Connection", "close")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	http.Error(w, why, status)
}
