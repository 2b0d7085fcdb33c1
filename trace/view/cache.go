package view

import "sync"

// cache keeps values up to a total size in bytes and removes the oldest first.
type cache struct {
	most int

	mu    sync.Mutex
	all   map[string][]byte
	order []string
	size  int
}

func newCache(most int) *cache { return &cache{most: most, all: map[string][]byte{}} }

func (c *cache) get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b, ok := c.all[key]
	return b, ok
}

func (c *cache) store(key string, b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.all[key]; ok || len(b) > c.most/4 {
		return
	}
	for c.size+len(b) > c.most {
		oldest := c.order[0]
		c.size -= len(c.all[oldest])
		delete(c.all, oldest)
		c.order = c.order[1:]
	}
	c.all[key] = b
	c.order = append(c.order, key)
	c.size += len(b)
}
