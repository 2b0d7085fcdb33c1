package view

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

// Limits of a request.
const (
	longestURL  = 4 << 10
	longestBody = 64 << 10
	mostRows    = 4096 // calls, frames, bins or rows of data in one answer
)

// query has the parameters of a request. It keeps the first error, so that a handler reads all parameters and
// checks once.
type query struct {
	values url.Values
	err    error
}

// number returns an integer parameter from least to most, or otherwise if it is absent.
func (q *query) number(name string, otherwise, least, most int) int {
	text := q.values.Get(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		q.fail("parameter %q: %q is not an integer from %d to %d", name, text, least, most)
		return otherwise
	}
	return n
}

// index returns a required parameter: an index below "of".
func (q *query) index(name string, of int) int {
	switch {
	case !q.values.Has(name):
		q.fail("parameter %q is missing", name)
		return 0
	case of == 0:
		q.fail("parameter %q: the recording has no element with the index %q", name, q.values.Get(name))
		return 0
	}
	return q.number(name, 0, 0, of-1)
}

// part returns the range of a list of length "of" that the parameters from and count select, limited to the
// list.
func (q *query) part(of, count int) (from, to int) {
	from = min(q.number("from", 0, 0, 1<<40), of)
	return from, min(from+q.number("count", count, 0, mostRows), of)
}

// text returns a parameter of limited length.
func (q *query) text(name string) string {
	text := q.values.Get(name)
	if len(text) > 256 {
		q.fail("parameter %q has %d bytes: the limit is 256 bytes", name, len(text))
		return ""
	}
	return text
}

func (q *query) fail(format string, args ...any) {
	if q.err == nil {
		q.err = localpage.Bad(fmt.Sprintf(format, args...))
	}
}

// object returns the name of an OpenGL ES object.
func (q *query) object() uint64 {
	if !q.values.Has("name") {
		q.fail("parameter \"name\" is missing")
	}
	return uint64(q.number("name", 0, 0, 1<<32-1))
}
