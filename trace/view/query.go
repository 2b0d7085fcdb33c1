package view

import (
	"fmt"
	"net/url"
	"strconv"
)

// Bounds of what a request may ask for.
const (
	longestURL  = 4 << 10
	longestBody = 64 << 10
	mostRows    = 4096 // calls, frames, bins, rows of data in one answer
)

// query is what stands behind the question mark. The first fault is kept, so that handlers ask for all and look once.
type query struct {
	values url.Values
	err    error
}

// number is a parameter from least to most; absent it is otherwise.
func (q *query) number(name string, otherwise, least, most int) int {
	text := q.values.Get(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		q.fail("%s %q: must be an integer from %d to %d", name, text, least, most)
		return otherwise
	}
	return n
}

// index is a parameter that has to be there: a place in so many.
func (q *query) index(name string, of int) int {
	switch {
	case !q.values.Has(name):
		q.fail("%s is missing", name)
		return 0
	case of == 0:
		q.fail("%s: the recording has none", name)
		return 0
	}
	return q.number(name, 0, 0, of-1)
}

// part is the range that from and count ask for of a list of so many, cut to it.
func (q *query) part(of, count int) (from, to int) {
	from = min(q.number("from", 0, 0, 1<<40), of)
	return from, min(from+q.number("count", count, 0, mostRows), of)
}

// text is a parameter of a bounded length.
func (q *query) text(name string) string {
	text := q.values.Get(name)
	if len(text) > 256 {
		q.fail("%s: longer than 256 bytes", name)
		return ""
	}
	return text
}

func (q *query) fail(format string, args ...any) {
	if q.err == nil {
		q.err = bad(fmt.Sprintf(format, args...))
	}
}

// object is the name of an object of OpenGL ES.
func (q *query) object() uint64 {
	if !q.values.Has("name") {
		q.fail("name is missing")
	}
	return uint64(q.number("name", 0, 0, 1<<32-1))
}
