package view

import (
	"time"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// prepare computes, after begin, the trigrams that searches use to skip blocks, and the snapshots that the
// state after a call is evaluated from. For a live recording it continues as the recording grows.
func (s *Server) prepare(begin <-chan time.Time) {
	select {
	case <-begin:
	case <-s.ctx.Done():
		return
	}
	for {
		news, live := s.waitNews(), s.live()
		s.logError(s.gather())
		s.logError(s.followStates())
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

// gather computes the trigrams of all complete blocks that have none.
func (s *Server) gather() error {
	var set *index.Trigrams
	m := newMemo(s.words, func(w calltext.Value) bool {
		set.Add(lower(w.Name + "=" + w.Text))
		return false // there is no space for further blocks either
	})
	for n := s.trigrams.Next(); (n+1)*index.Size <= s.file.Len() && s.ctx.Err() == nil; n++ {
		s.yield()
		set = new(index.Trigrams)
		m.forget()
		for c, err := range s.file.Calls(n*index.Size, (n+1)*index.Size) {
			if err != nil {
				return err
			}
			m.contains(c)
		}
		if !s.trigrams.Add(set) {
			break
		}
	}
	return nil
}

// followStates evaluates the state over all current calls once.
func (s *Server) followStates() error {
	for done := 0; done < s.file.Len() && s.ctx.Err() == nil; {
		s.yield()
		var err error
		if done, err = s.state.Reach(s.ctx, min(done+index.Size, s.file.Len())-1); err != nil {
			return err
		}
	}
	return nil
}

// yield waits, for a limited time, while requests are being answered.
func (s *Server) yield() {
	for n := 0; n < 20 && len(s.places) > 0; n++ {
		time.Sleep(2 * time.Millisecond)
	}
}
