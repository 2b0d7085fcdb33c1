package view

import (
	"time"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

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
		s.note(s.followStates())
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
	var set *index.Trigrams
	m := newMemo(s.words, func(w calltext.Value) bool {
		set.Add(lower(w.Name + "=" + w.Text))
		return false // nor are any others
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

// followStates makes the first pass for states over all calls that are there.
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

// yield lets requests that are being answered go first, for a while.
func (s *Server) yield() {
	for n := 0; n < 20 && len(s.places) > 0; n++ {
		time.Sleep(2 * time.Millisecond)
	}
}
