package localpage

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strconv"
	"sync/atomic"
)

// sessionAuth gives one browser on this machine access to a server on a loopback address. It is safe for concurrent use.
//
// The printed URL has a token that works once: it is exchanged for a cookie. Other web pages in the same browser have no access,
// whatever name resolves to this address (DNS rebinding). Other servers of this machine count as the same site, and cookies are not
// bound to a port, so browsers would send them the cookie. The cookie is therefore limited to a secret path.
type sessionAuth struct {
	command string          // prints the URL
	hosts   map[string]bool // allowed values of the Host header
	path    string          // secret prefix of every URL but the first
	cookie  http.Cookie
	token   atomic.Pointer[string] // nil once it has been exchanged
}

// newSessionAuth returns the access control of a server with these host names, each with its port, and the token for its URL. name
// is the name of its cookie, and command the command that prints the URL.
func newSessionAuth(name, command string, hosts ...string) (a *sessionAuth, token string) {
	a = &sessionAuth{command: command, hosts: map[string]bool{}, path: "/" + secret()}
	for _, h := range hosts {
		a.hosts[h] = true
	}
	token = secret()
	a.token.Store(&token)
	a.cookie = http.Cookie{Name: name, Value: secret(), Path: a.path + "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}
	return a, token
}

// secret returns 128 random bits in hexadecimal.
func secret() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Guard passes requests of the page itself to next, and refuses all others.
func (a *sessionAuth) Guard(next http.Handler) http.Handler {
	inside := http.StripPrefix(a.path, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		harden(w.Header())
		switch {
		case !a.hosts[r.Host]:
			refuse(w, http.StatusMisdirectedRequest, "unknown host name: open the URL that "+strconv.Quote(a.command)+" printed")
		case r.Method != http.MethodGet && r.Method != http.MethodPost:
			refuse(w, http.StatusMethodNotAllowed, "method not allowed: use GET or POST")
		case !sameOrigin(r):
			refuse(w, http.StatusForbidden, "request from another origin: in the address bar of the browser, enter the URL that "+strconv.Quote(a.command)+" printed")
		case r.URL.Path == "/" && r.Method == http.MethodGet && r.URL.Query().Has("token"):
			a.exchange(w, r)
		case !a.known(r) || !a.below(r.URL.Path):
			refuse(w, http.StatusForbidden, "no session: the printed URL works only once, in one browser; restart "+strconv.Quote(a.command)+" to get a new URL")
		case admitted(w, r):
			inside.ServeHTTP(w, r)
		}
	})
}

// headers turn off browser features that the page does not use.
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

// sameOrigin reports whether a request comes from the page itself, by the two headers that a page cannot forge. A GET with neither
// header still needs the cookie.
func sameOrigin(r *http.Request) bool {
	site, origin := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
	if r.Method == http.MethodPost && origin == "" {
		return false
	}
	typed := site == "none" && r.Method == http.MethodGet // typed into the address bar, or opened from a terminal
	return (site == "" || site == "same-origin" || typed) && (origin == "" || origin == "http://"+r.Host)
}

// exchange sets the cookie for the first request that has the token.
func (a *sessionAuth) exchange(w http.ResponseWriter, r *http.Request) {
	token := a.token.Load()
	if r.Header.Get("Sec-Purpose") != "" { // a prefetch must not use up the token
		refuse(w, http.StatusForbidden, "prefetching is not allowed: the printed URL works only once")
		return
	}
	if token == nil || !equalConstantTime(r.URL.Query().Get("token"), *token) || !a.token.CompareAndSwap(token, nil) {
		refuse(w, http.StatusForbidden, "the token in the URL is invalid or was used before: restart "+strconv.Quote(a.command)+" to get a new URL")
		return
	}
	http.SetCookie(w, &a.cookie)
	http.Redirect(w, r, a.path+"/", http.StatusSeeOther)
}

func (a *sessionAuth) known(r *http.Request) bool {
	cookies := r.CookiesNamed(a.cookie.Name)
	return len(cookies) == 1 && equalConstantTime(cookies[0].Value, a.cookie.Value)
}

// below reports whether path has the secret prefix.
func (a *sessionAuth) below(path string) bool {
	n := len(a.path) + 1
	return len(path) >= n && equalConstantTime(path[:n], a.path+"/")
}

func equalConstantTime(a, b string) bool {
	return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}

// refuse writes an error and closes the connection.
func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Connection", "close")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	http.Error(w, why, status)
}
