package view

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

// news has the current size of a live recording.
type news struct {
	Calls   int    `json:"calls"`
	Frames  int    `json:"frames"`
	Dropped uint64 `json:"dropped"`
}

const livePath = "/api/live"

// follow reads new data of the recording until it ends.
func (s *Server) follow() {
	tick := time.NewTicker(s.pace.refresh)
	defer tick.Stop()
	for s.o.Live && s.file.End() == nil {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		grown, err := s.file.Refresh()
		if grown || err != nil { // there may be new calls before the one that cannot be read
			s.grow()
		}
		if err != nil { // there will be no more data
			s.o.Log("%v", err)
			break
		}
	}
	s.whole.Store(true)
	s.notify()
}

// grow extends the lists to the current end of the recording.
func (s *Server) grow() {
	for _, l := range s.views.each() {
		l.make()
	}
	s.notify()
}

// live reports whether the recording may grow. After it returned false, answers are complete.
func (s *Server) live() bool { return s.o.Live && !s.whole.Load() }

// notify notifies the pages of new data.
func (s *Server) notify() {
	s.newsMu.Lock()
	defer s.newsMu.Unlock()
	close(s.newsCh)
	s.newsCh = make(chan struct{})
}

func (s *Server) waitNews() <-chan struct{} {
	s.newsMu.Lock()
	defer s.newsMu.Unlock()
	return s.newsCh
}

// events sends news to the page as server-sent events.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	select {
	case s.listeners <- struct{}{}:
		defer func() { <-s.listeners }()
	default:
		localpage.Fail(w, localpage.NewFault(http.StatusServiceUnavailable, fmt.Sprintf("the viewer is open in %d pages, which is the limit: close one of these pages, then reload this page", cap(s.listeners))))
		return
	}
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		wait, live := s.waitNews(), s.live()
		_ = out.SetWriteDeadline(time.Now().Add(10 * time.Second)) // the server's write timeout is for answers that end
		text, _ := json.Marshal(news{s.file.Len(), len(s.file.Frames()), s.file.Totals().Dropped})
		if _, err := fmt.Fprintf(w, "data: %s\n\n", text); err != nil || out.Flush() != nil || !live {
			return
		}
		select {
		case <-wait:
		case <-time.After(15 * time.Second): // to detect a closed page
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}
