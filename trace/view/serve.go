package view

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

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
		ConnContext:       withConnection,

		DisableGeneralOptionsHandler: true, // it answers "OPTIONS *" without a session
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	ready("http://" + at + "/?token=" + token)
	if err := server.Serve(&connections{Listener: listener}); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
