// Package view serves the viewer: the page that shows a recording, and the JSON and images that the page requests.
//
// Indexes of calls, frames and parameters start at 0. Times are nanoseconds since the start of the recording. Answers that need
// more than one page of the recording are computed in the background; a request gets the part that is complete.
package view

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// Options say how a recording is shown.
type Options struct {
	Name      string                           // of the recording, for the title
	Live      bool                             // it still grows: look for more
	Other     *file.File                       // a second recording to compare with; nil for none
	OtherName string                           // its name
	Log       func(format string, args ...any) // of what went wrong inside

	pace *pace // of tests; nil: the usual one
}

// Server answers for one recording. It is an http.Handler that lets everybody in: Serve puts the door before it.
type Server struct {
	file     *file.File
	words    *calltext.Formatter
	state    *state.State
	o        Options
	pace     pace
	index    *index.Index
	trigrams index.TrigramIndex
	views    views
	mux      *http.ServeMux

	images    *cache
	places    chan struct{} // for requests that are being answered
	heavy     chan struct{} // for those that need much memory
	listeners chan struct{} // for pages that hear of news

	newsMu sync.Mutex
	newsCh chan struct{} // closed when there are some
	whole  atomic.Bool   // all of a recording that grew has been read

	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup // in the background
}

// New makes a server. Close ends what it does in the background; the recordings are their opener's to close, after that.
func New(f *file.File, o Options) *Server {
	s := &Server{file: f, words: calltext.NewFormatter(f.Payload), state: state.New(f), o: o, pace: usual, index: index.New(f), mux: http.NewServeMux(),
		views: views{all: map[int]*list{}}, images: newCache(32 << 20),
		places: make(chan struct{}, 16), heavy: make(chan struct{}, 2), listeners: make(chan struct{}, 8), newsCh: make(chan struct{})}
	s.ctx, s.stop = context.WithCancel(context.Background())
	if o.pace != nil {
		s.pace = *o.pace
	}
	if s.o.Log == nil {
		s.o.Log = func(string, ...any) {}
	}
	s.routes()
	s.background(func() {
		s.fill()
		s.follow()
	})
	begin := time.After(s.pace.paint)
	s.background(func() { s.prepare(begin) })
	return s
}

// Close ends the work in the background and waits for it.
func (s *Server) Close() {
	s.stop()
	s.work.Wait()
}

// background runs f beside the requests. A panic in it ends it alone.
func (s *Server) background(f func()) {
	s.work.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				s.o.Log("background task: %v", p)
			}
		}()
		f()
	})
}

// fill makes the index.
func (s *Server) fill() { s.note(s.index.Fill(s.ctx)) }

// note tells of a failure that is not the end of the server.
func (s *Server) note(err error) {
	if err != nil && s.ctx.Err() == nil {
		s.o.Log("%v", err)
	}
}

func (s *Server) routes() {
	s.mux.Handle("GET /", http.FileServerFS(pageFiles()))
	for path, f := range map[string]func(*http.Request) (any, error){
		"/api/trace":      s.trace,
		"/api/frames":     s.frames,
		"/api/calls":      s.calls,
		"/api/call":       s.call,
		"/api/search":     s.search,
		"/api/views/{id}": s.viewState,
		"/api/groups":     s.groups,
		"/api/timeline":   s.timeline,
		"/api/stats":      s.stats,
		"/api/compare":    s.compare,
		"/api/state":      s.stateAfter,
		"/api/objects":    s.objects,
		"/api/drawn":      s.drawn,
		"/api/shader":     s.shader,
	} {
		s.mux.HandleFunc("GET "+path, get(f))
	}
	s.mux.HandleFunc("POST /api/views", get(s.addView))
	s.mux.HandleFunc("GET /api/data", s.data)
	s.mux.HandleFunc("GET /api/image.png", s.serveImage)
	s.mux.HandleFunc("GET /api/texture.png", s.serveTexture)
	s.mux.HandleFunc("GET /api/buffer", s.buffer)
	s.mux.HandleFunc("GET "+livePath, s.events)
}

// ServeHTTP answers a request, within bounds.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(r.RequestURI) > longestURL {
		fail(w, &fault{http.StatusRequestURITooLong, "the request is too long"})
		return
	}
	if r.URL.Path != livePath { // which is never done, and has places of its own
		select {
		case s.places <- struct{}{}:
			defer func() { <-s.places }()
		case <-r.Context().Done():
			return
		}
	}
	r.Body = http.MaxBytesReader(w, r.Body, longestBody)
	s.contain(s.mux).ServeHTTP(w, r)
}
