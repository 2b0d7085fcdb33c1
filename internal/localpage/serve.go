// Package localpage serves a page to one browser on this machine: access control, limits, answers as JSON, and the files that
// all pages share.
package localpage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// headerTime is the maximum time to receive the header of a request: a slow sender must not occupy a connection.
const headerTime = 5 * time.Second

// Options are the options of Serve.
type Options struct {
	Name    string        // beginning of the name of the cookie
	Command string        // the command that prints the URL, for messages
	IPv6    bool          // listen on ::1 instead of 127.0.0.1
	Header  time.Duration // maximum time to receive the header of a request; 0: 5 s
}

// Serve serves the page of h to one browser on this machine until ctx is done. It calls ready with the URL that gives access.
func Serve(ctx context.Context, h http.Handler, o Options, ready func(url string)) error {
	address := "127.0.0.1:0"
	if o.IPv6 {
		address = "[::1]:0"
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	at := listener.Addr().String()
	guard, token := newSessionAuth(fmt.Sprintf("%s%d", o.Name, port), o.Command, at, fmt.Sprintf("localhost:%d", port))
	header := cmp.Or(o.Header, headerTime)
	server := &http.Server{
		Handler:           guard.Guard(h),
		ReadHeaderTimeout: header,
		ReadTimeout:       2 * header,
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
