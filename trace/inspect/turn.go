package inspect

import (
	"context"
	"sync"
)

// turn lets one caller at a time go on. Of those that wait, the newest is next. The zero value is ready to use.
type turn struct {
	mu      sync.Mutex
	taken   bool
	waiting []chan struct{}
}

// take waits until it is the caller's turn. It fails with the error of the context.
func (t *turn) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mu.Lock()
	if !t.taken {
		t.taken = true
		t.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	t.waiting = append(t.waiting, mine)
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
		t.leave(mine)
		return ctx.Err()
	}
}

// leave removes a caller that does not wait any more. If its turn has begun, it ends.
func (t *turn) leave(mine chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for at, one := range t.waiting {
		if one == mine {
			t.waiting = append(t.waiting[:at], t.waiting[at+1:]...)
			return
		}
	}
	t.pass()
}

// end ends the turn.
func (t *turn) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass()
}

func (t *turn) pass() {
	last := len(t.waiting) - 1
	if last < 0 {
		t.taken = false
		return
	}
	close(t.waiting[last])
	t.waiting = t.waiting[:last]
}
