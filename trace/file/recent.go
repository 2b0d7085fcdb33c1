package file

import (
	"container/list"
	"sync"
)

// recent keeps the values that were used most recently, up to a total size. The zero value is empty.
type recent[K comparable, V any] struct {
	mu     sync.Mutex
	places map[K]*list.Element // of order
	order  list.List           // of kept[K, V]; the newest is the last
	size   int
}

type kept[K comparable, V any] struct {
	key   K
	value V
	size  int // bytes
}

// get returns a value, and whether it is kept.
func (r *recent[K, V]) get(key K) (value V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.places[key]
	if at == nil {
		return value, false
	}
	r.order.MoveToBack(at)
	return at.Value.(kept[K, V]).value, true
}

// add keeps a value, and removes the oldest ones if all together are larger than most bytes.
func (r *recent[K, V]) add(key K, value V, size, most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.places[key] != nil {
		return // another goroutine was faster
	}
	if r.places == nil {
		r.places = map[K]*list.Element{}
	}
	r.places[key] = r.order.PushBack(kept[K, V]{key, value, size})
	for r.size += size; r.size > most && r.order.Len() > 1; {
		oldest := r.order.Remove(r.order.Front()).(kept[K, V])
		delete(r.places, oldest.key)
		r.size -= oldest.size
	}
}
