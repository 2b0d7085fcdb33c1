package device

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// script is one call of the device's shell that runs several queries. A random word separates the answers, so
// that no answer can look like another.
type script struct {
	mark string
	text strings.Builder
}

func newScript() *script { return &script{mark: rand.Text()} }

// do adds a command whose output is not read.
func (s *script) do(format string, args ...any) { fmt.Fprintf(&s.text, format+"\n", args...) }

// addQuery adds a command whose output is the answer to a question. The question's name has no blanks or
// quotes.
func (s *script) addQuery(name, format string, args ...any) {
	s.do("printf '\\n%s %s\\n'", s.mark, name)
	s.do("{ "+format+"\n} 2>/dev/null", args...)
}

// answers are outputs by the names of their questions.
type answers map[string]string

// run runs the script on the device.
func (s *script) run(ctx context.Context, d *adb.Device) (answers, error) {
	out, err := d.Shell(ctx, s.text.String())
	if err != nil {
		return nil, err
	}
	return split(out.Stdout, s.mark), nil
}

// split separates the answers.
func split(out, mark string) answers {
	a := answers{}
	_, rest, more := strings.Cut(out, "\n"+mark+" ")
	for more {
		var part string
		part, rest, more = strings.Cut(rest, "\n"+mark+" ")
		name, body, _ := strings.Cut(part, "\n")
		a[name] = body
	}
	return a
}

// line returns an answer of one line.
func (a answers) line(name string) string { return strings.TrimSpace(a[name]) }

// last returns the last line of an answer.
func (a answers) last(name string) string {
	lines := strings.Split(a.line(name), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
