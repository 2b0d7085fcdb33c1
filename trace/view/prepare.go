package view

import (
	"time"

	"github.com/gleslayergen/gleslayergen/trace/view/grams"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
	"github.com/gleslayergen/gleslayergen/trace/words"
)

// firstPaint is how long the page is left alone before what is only wanted later is made, which takes a processor for itself.
var firstPaint = time.Second

// prepare makes, from a time on, what searches skip blocks by, and what the state after any call is reached from; of a live recording, on and on.
func (s *Server) prepare(begin <-chan time.Time) {
	select {
	case <-begin:
	case <-s.ctx.Done():
		return
	}
	for {
		news, live := s.waitNews(), s.live()
		s.note(s.gather())
		s.note(s.state.Prepare(s.ctx))
		if !live {
			return
		}
		select {
		case <-news:
		case <-s.ctx.Done():
			return
		}
	}
}

// gather makes the sets of all blocks that are full and have none.
func (s *Server) gather() error {
	var set *grams.Set
	m := newMemo(s.words, func(w words.Word) bool {
		set.Add(w.Name + "=" + w.Text)
		return false // nor are any others
	})
	for n := s.grams.Next(); (n+1)*index.Size <= s.file.Len() && s.ctx.Err() == nil; n++ {
		set = new(grams.Set)
		m.forget()
		for c, err := range s.file.Calls(n*index.Size, (n+1)*index.Size) {
			if err != nil {
				return err
			}
			m.contains(c)
		}
		if !s.grams.Add(set) {
			break
		}
	}
	return nil
}
