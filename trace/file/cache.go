package file

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// maxCached is the maximum size in bytes of the decoded batches in the cache.
const maxCached = 64 << 20

// content is a decoded batch.
type content struct {
	*batch
	calls *format.Calls
	order order
}

// cache has the batches that were decoded most recently.
type cache struct {
	mu     sync.Mutex
	places map[*batch]*list.Element // of recent
	recent list.List                // of *content; the newest is the last
	size   int
}

// get returns the content of a batch, or nil if the cache does not have it.
func (c *cache) get(b *batch) *content {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.places[b]
	if at == nil {
		return nil
	}
	c.recent.MoveToBack(at)
	return at.Value.(*content)
}

// add adds the content of a batch and removes the oldest ones if the cache is full.
func (c *cache) add(one *content) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.places[one.batch] != nil {
		return // another goroutine was faster
	}
	if c.places == nil {
		c.places = map[*batch]*list.Element{}
	}
	c.places[one.batch] = c.recent.PushBack(one)
	for c.size += one.calls.Size(); c.size > maxCached && c.recent.Len() > 1; {
		oldest := c.recent.Remove(c.recent.Front()).(*content)
		delete(c.places, oldest.batch)
		c.size -= oldest.calls.Size()
	}
}

// content returns the decoded batch, from the cache or the file.
func (f *File) content(b *batch) (*content, error) {
	if one := f.cache.get(b); one != nil {
		return one, nil
	}
	parsed, err := f.parse(b)
	if err != nil {
		return nil, err
	}
	calls, err := parsed.Decode(layouts(b.used))
	if err != nil {
		return nil, &format.Damaged{Offset: b.offset, Size: b.size, Why: "has " + err.Error()}
	}
	one := &content{b, calls, orderOf(calls, b.floor)}
	f.cache.add(one)
	return one, nil
}

// keys returns the keys of the calls of a batch: the ticks at which they began, in ascending order.
func (f *File) keys(b *batch) ([]uint64, error) {
	parsed, err := f.parse(b)
	if err != nil {
		return nil, err
	}
	calls, err := parsed.Skim(layouts(b.used))
	if err != nil {
		return nil, err
	}
	o := orderOf(calls, b.floor)
	return o.keys, nil
}

// parse reads the chunk of a batch again.
func (f *File) parse(b *batch) (*format.Batch, error) {
	c, err := format.ReadAt(f.r, b.offset, b.size)
	if err != nil {
		return nil, err
	}
	parsed, err := format.Parse(c.Body)
	if err == nil && (parsed.Count != b.count || len(parsed.Used) != len(b.used)) {
		err = fmt.Errorf("the batch at byte %d changed after it was first read", b.offset)
	}
	return parsed, err
}
