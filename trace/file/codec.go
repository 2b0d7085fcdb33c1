package file

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"slices"
)

// codec writes the fields of an index, or reads them in the same order. After an error it does nothing, and keeps the first error.
type codec struct {
	w       io.Writer // nil to read
	r       io.Reader
	buf     []byte // written and not flushed, or read and not decoded
	at      int    // of buf, when reading
	ended   bool   // r has no more bytes
	sum     uint32 // of all bytes that were flushed or read into buf
	lastErr error
}

// window is the number of bytes that a codec flushes or reads at once.
const window = 1 << 20

var (
	errIndex   = errors.New("the index is damaged")
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

func (c *codec) reads() bool { return c.w == nil }

func (c *codec) fail(err error) {
	if c.lastErr == nil {
		c.lastErr = err
	}
}

// flush writes the buffer.
func (c *codec) flush() {
	c.sum = crc32.Update(c.sum, castagnoli, c.buf)
	if _, err := c.w.Write(c.buf); err != nil {
		c.fail(err)
	}
	c.buf = c.buf[:0]
}

// fill reads more bytes into the buffer, so that it has at least n, or all that are left.
func (c *codec) fill(n int) {
	rest := copy(c.buf, c.buf[c.at:])
	c.buf, c.at = slices.Grow(c.buf[:rest], max(window-rest, n)), 0
	for len(c.buf) < n && !c.ended {
		got, err := c.r.Read(c.buf[len(c.buf):cap(c.buf)])
		c.sum = crc32.Update(c.sum, castagnoli, c.buf[len(c.buf):len(c.buf)+got])
		if c.buf = c.buf[:len(c.buf)+got]; err != nil {
			c.ended = true
		}
	}
}

// uint codes a number.
func (c *codec) uint(v uint64) uint64 {
	if !c.reads() {
		if c.buf = binary.AppendUvarint(c.buf, v); len(c.buf) >= window {
			c.flush()
		}
		return v
	}
	if len(c.buf)-c.at < binary.MaxVarintLen64 && !c.ended {
		c.fill(binary.MaxVarintLen64)
	}
	v, n := binary.Uvarint(c.buf[c.at:])
	if n <= 0 || c.lastErr != nil {
		c.fail(errIndex)
		return 0
	}
	c.at += n
	return v
}

type integer interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64
}

// num codes a number as the difference from a similar one.
func num[T integer](c *codec, v *T, base T) {
	d := c.uint(zigzag(int64(*v - base)))
	*v = base + T(unzigzag(d))
}

func zigzag(v int64) uint64 { return uint64(v)<<1 ^ uint64(v>>63) }

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// flag codes a boolean.
func (c *codec) flag(v *bool) {
	n := uint8(0)
	if *v {
		n = 1
	}
	num(c, &n, 0)
	*v = n != 0
}

// bytes codes bytes.
func (c *codec) bytes(v *[]byte) {
	n := c.uint(uint64(len(*v)))
	if !c.reads() {
		c.buf = append(c.buf, *v...)
		return
	}
	if n > maxSmall {
		c.fail(errIndex)
		return
	}
	if len(c.buf)-c.at < int(n) {
		c.fill(int(n))
	}
	if len(c.buf)-c.at < int(n) {
		c.fail(errIndex)
		return
	}
	*v = slices.Clone(c.buf[c.at : c.at+int(n)])
	c.at += int(n)
}

func (c *codec) text(v *string) {
	b := []byte(*v)
	c.bytes(&b)
	*v = string(b)
}

// each codes the length of a list, and each of its elements with one. A wrong length fails at the end of the bytes: nothing is
// allocated in advance.
func each(c *codec, n int, one func(i int)) {
	for i := range int(c.uint(uint64(n))) {
		if c.lastErr != nil {
			return
		}
		one(i)
	}
}

// sliced codes a slice.
func sliced[T any](c *codec, v *[]T, one func(v, before *T)) {
	var none T
	before := &none
	each(c, len(*v), func(i int) {
		if c.reads() {
			*v = append(*v, none)
		}
		one(&(*v)[i], before)
		before = &(*v)[i]
	})
}

// paged codes pages.
func paged[T any](c *codec, v *pages[T], one func(v, before *T)) {
	var before, now T
	each(c, v.n, func(i int) {
		if !c.reads() {
			now = *v.at(i)
		}
		one(&now, &before)
		if before = now; c.reads() && c.lastErr == nil {
			v.add(now)
			var none T
			now = none
		}
	})
}

// mapping codes a map, in the order of its keys.
func mapping[K integer, V any](c *codec, m map[K]V, one func(v V) V) {
	keys := slices.Sorted(maps.Keys(m))
	var before K
	each(c, len(m), func(i int) {
		var k K
		if !c.reads() {
			k = keys[i]
		}
		num(c, &k, before)
		before = k
		m[k] = one(m[k])
	})
}
