package view

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// mostConnections is the maximum number of open connections; others wait.
const mostConnections = 64

// Serve serves one browser on this machine until ctx is done. It calls ready with the URL that gives access.
// With six, the address is ::1.
func (s *Server) Serve(ctx context.Context, six bool, ready func(url string)) error {
	address := "127.0.0.1:0"
	if six {
		address = "[::1]:0"
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	at := listener.Addr().String()
	guard, token := newSessionAuth(fmt.Sprintf("gltrace%d", port), at, fmt.Sprintf("localhost:%d", port))
	server := &http.Server{
		Handler:           guard.Guard(s),
		ReadHeaderTimeout: s.pace.header,
		ReadTimeout:       2 * s.pace.header,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	ready("http://" + at + "/?token=" + token)
	if err := server.Serve(limit(listener, mostConnections)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// limited is a listener with a limited number of connections.
type limited struct {
	net.Listener
	places chan struct{}
}

func limit(l net.Listener, places int) net.Listener { return limited{l, make(chan struct{}, places)} }

func (l limited) Accept() (net.Conn, error) {
	l.places <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &placed{Conn: c, leave: sync.OnceFunc(func() { <-l.places })}, nil
}

// placed is a connection that counts toward the limit.
type placed struct {
	net.Conn
	leave func()
}

func (c *placed) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
