package localpage

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// MostConnections and MostStrangers limit open connections. A connection counts as the browser's after its first request with the token or the cookie.
const (
	MostConnections = 64 // of the browser; another is refused
	MostStrangers   = 64 // of others; another closes the one that has waited longest
)

// connections is a listener that accepts connections of this user. Connections without a session cannot keep the browser out.
type connections struct {
	net.Listener
	mu        sync.Mutex
	strangers []*connection // without a session, oldest first
	members   int
}

// connection is a connection to the page.
type connection struct {
	net.Conn
	all    *connections
	member bool
	closed bool
}

// Accept waits for a connection of this user.
func (l *connections) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if isOfOtherUser(c) {
			c.Close()
			continue
		}
		return l.add(c), nil
	}
}

func (l *connections) add(conn net.Conn) *connection {
	c := &connection{Conn: conn, all: l}
	l.mu.Lock()
	l.strangers = append(l.strangers, c)
	var oldest *connection
	if len(l.strangers) > MostStrangers {
		oldest = l.strangers[0]
	}
	l.mu.Unlock()
	if oldest != nil {
		oldest.Close()
	}
	return c
}

// Close closes the connection, which then no longer counts toward the limits.
func (c *connection) Close() error {
	c.all.mu.Lock()
	switch {
	case c.closed:
	case c.member:
		c.all.members--
	default:
		c.all.strangers = slices.DeleteFunc(c.all.strangers, func(other *connection) bool { return other == c })
	}
	c.closed = true
	c.all.mu.Unlock()
	return c.Conn.Close()
}

// admit counts the connection as one of the browser. It returns false if the browser has too many.
func (c *connection) admit() bool {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	if c.member || c.closed {
		return true
	}
	if c.all.members >= MostConnections {
		return false
	}
	c.member = true
	c.all.members++
	c.all.strangers = slices.DeleteFunc(c.all.strangers, func(other *connection) bool { return other == c })
	return true
}

// connectionKey is the key of the connection in the context of a request.
type connectionKey struct{}

func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// admitted counts the connection of a request with a session. It refuses the request if the browser has too many connections.
func admitted(w http.ResponseWriter, r *http.Request) bool {
	c, ok := r.Context().Value(connectionKey{}).(*connection)
	if ok && !c.admit() {
		refuse(w, http.StatusServiceUnavailable, "too many connections: close some tabs of this page")
		return false
	}
	return true
}
