// Package view serves the viewer: the page that shows a recording, and the JSON and images that the page requests.
//
// Indexes of calls, frames and parameters start at 0. Times are nanoseconds since the start of the recording. Answers that need
// more than one page of the recording are computed in the background; a request gets the part that is complete.
package view

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// Options has the options of a Server.
type Options struct {
	Name      string                           // name of the recording, for the title
	Path      string                           // file of the recording, beside which notes are saved; empty for none
	Live      bool                             // the recording is still being written
	Other     *file.File                       // a second recording to compare with; nil for none
	OtherName string                           // name of the second recording
	Inspector Inspector                        // answers by replay; nil for none
	Log       func(format string, args ...any) // called for internal errors

	pace *pace // set by tests; nil for the default
}

// Server answers requests about one recording. It is an http.Handler without access control: Serve adds it.
type Server struct {
	file     *file.File
	words    *calltext.Formatter
	state    *state.State
	o        Options
	pace     pace
	index    *index.Index
	trigrams index.TrigramIndex
	views    views
	outputs  outputs
	notes    notes
	mux      *http.ServeMux

	images    *cache
	places    chan struct{} // requests being answered
	heavy     chan struct{} // limits requests that need much memory
	listeners chan struct{} // limits pages that listen for news

	newsMu sync.Mutex
	newsCh chan struct{} // closed when there is news
	whole  atomic.Bool   // whether a live recording has been read completely

	ctx  context.Context
	stop context.CancelFunc
	work recovery.Group // background tasks
}

// New returns a server for a recording. Close ends its background tasks; close the recordings after that.
func New(f *file.File, o Options) *Server {
	s := &Server{file: f, words: calltext.NewFormatter(f.Payload), state: state.New(f), o: o, pace: usual, index: index.New(f), mux: http.NewServeMux(),
		views: views{all: map[int]*list{}}, notes: notes{recording: o.Path, id: hex.EncodeToString(f.Hello().GetNonce())}, images: newCache(32 << 20),
		places: make(chan struct{}, 16), heavy: make(chan struct{}, 2), listeners: make(chan struct{}, 8), newsCh: make(chan struct{})}
	s.ctx, s.stop = context.WithCancel(context.Background())
	if o.pace != nil {
		s.pace = *o.pace
	}
	if s.o.Log == nil {
		s.o.Log = func(string, ...any) {}
	}
	s.routes()
	s.background(s.follow)
	begin := time.After(s.pace.paint)
	s.background(func() { s.prepare(begin) })
	return s
}

// command is the command that runs the server.
const command = "gleslayergen trace view"

// Serve serves one browser on this machine until ctx is done. It calls ready with the URL that gives access. With six, the address
// is ::1.
func (s *Server) Serve(ctx context.Context, six bool, ready func(url string)) error {
	return localpage.Serve(ctx, s, localpage.Options{Name: "gltrace", Command: command, IPv6: six, Header: s.pace.header}, ready)
}

// Close ends the background tasks and waits for them.
func (s *Server) Close() {
	s.stop()
	s.work.Wait()
}

// background runs f in the background. A panic ends only f.
func (s *Server) background(f func()) {
	s.work.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				s.o.Log("internal error in a background task of the viewer: %v", p)
			}
		}()
		f()
	})
}

// logError logs an error that does not end the server.
func (s *Server) logError(err error) {
	if err != nil && s.ctx.Err() == nil {
		s.o.Log("%v", err)
	}
}

func (s *Server) routes() {
	s.mux.Handle("GET /", http.FileServerFS(pageFiles))
	for path, f := range map[string]func(*http.Request) (any, error){
		"/api/trace":      s.trace,
		"/api/frames":     s.frames,
		"/api/calls":      s.calls,
		"/api/call":       s.call,
		"/api/search":     s.search,
		"/api/hits":       s.hits,
		"/api/views/{id}": s.viewState,
		"/api/groups":     s.groups,
		"/api/timeline":   s.timeline,
		"/api/stats":      s.stats,
		"/api/passes":     s.passes,
		"/api/compare":    s.compare,
		"/api/state":      s.stateAfter,
		"/api/objects":    s.objects,
		"/api/drawn":      s.drawn,
		"/api/names":      s.names,
		"/api/notes":      s.getNotes,
		"/api/shader":     s.shader,
		"/api/drawing":    s.drawingOf,
		"/api/inspect":    s.inspect,
		"/api/history":    s.history,
		"/api/vertices":   s.vertices,
		"/api/targets":    s.targets,
	} {
		s.mux.HandleFunc("GET "+path, localpage.Handle(f))
	}
	s.mux.HandleFunc("POST /api/views", localpage.Handle(s.addView))
	s.mux.HandleFunc("POST /api/notes", localpage.Handle(s.changeNote))
	s.mux.HandleFunc("GET /api/export", s.export)
	s.mux.HandleFunc("GET /api/data", s.data)
	s.mux.HandleFunc("GET /api/image.png", s.serveImage)
	s.mux.HandleFunc("GET /api/texture.png", s.serveTexture)
	s.mux.HandleFunc("GET /api/texels", s.texels)
	s.mux.HandleFunc("GET /api/buffer", s.buffer)
	s.mux.HandleFunc("GET /api/mesh", s.mesh)
	s.mux.HandleFunc("GET "+livePath, s.events)
	if s.o.Inspector != nil {
		s.replayRoutes()
	}
}

// ServeHTTP answers a request within limits of size and time.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(r.RequestURI) > longestURL {
		localpage.Fail(w, localpage.NewFault(http.StatusRequestURITooLong, fmt.Sprintf("the URL of the request exceeds %d bytes", longestURL)))
		return
	}
	if r.URL.Path != livePath { // events never end, and have their own limit
		select {
		case s.places <- struct{}{}:
			defer func() { <-s.places }()
		case <-r.Context().Done():
			return
		}
	}
	longest := int64(longestBody)
	if r.URL.Path == editPath {
		longest = longestSource
	}
	r.Body = http.MaxBytesReader(w, r.Body, longest)
	localpage.Contain(s.mux, command, s.o.Log).ServeHTTP(w, r)
}
