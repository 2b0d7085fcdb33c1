package peer

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Call is a line of "apitrace dump --multiline=no --thread-ids=no --blobs".
type Call struct {
	No     int
	Name   string
	Args   []Arg
	Result *Value // nil for none
	Fake   bool   // of apitrace's own making
}

// Arg is an argument by its name.
type Arg struct {
	Name string
	Value
}

// ValueKind says what a Value is.
type ValueKind uint8

// The kinds of values.
const (
	Null   ValueKind = iota
	Number           // Text: decimal, with a fraction or without
	Names            // Text: a constant's name, or several with | between them
	Pointer
	String // Text: unescaped
	Blob   // Text: the file's name
	List   // Items; also for a pointer to one value
)

// Value is an argument or a result.
type Value struct {
	Kind  ValueKind
	Text  string
	Items []Value
}

// maxLine bounds a line of a dump: shader sources stand in one.
const maxLine = 64 << 20

// ParseDump reads what apitrace dump printed. Lines that are no calls are passed over.
func ParseDump(r io.Reader, visit func(*Call) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || line[0] < '0' || line[0] > '9' {
			continue
		}
		call, err := parseCall(line)
		if err != nil {
			return fmt.Errorf("%.80q: %w", line, err)
		}
		if err := visit(call); err != nil {
			return err
		}
	}
	return lines.Err()
}

// scanner reads a line from left to right.
type scanner struct {
	rest string
	err  error
}

func parseCall(line string) (*Call, error) {
	s := &scanner{rest: line}
	call := &Call{}
	call.No, s.err = strconv.Atoi(s.until(" "))
	call.Name = s.until("(")
	for s.err == nil && !s.take(")") {
		arg := Arg{Name: s.until(" = ")}
		arg.Value = s.value()
		call.Args = append(call.Args, arg)
		s.take(", ")
	}
	if s.take(" = ") {
		result := s.value()
		call.Result = &result
	}
	call.Fake = s.take(" // fake")
	if s.err == nil && strings.TrimSpace(s.rest) != "" && !strings.HasPrefix(s.rest, " // ") {
		s.fail("unread: %.40q", s.rest)
	}
	return call, s.err
}

func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
	s.rest = ""
}

// until takes what stands in front of a word, and the word.
func (s *scanner) until(word string) string {
	before, after, found := strings.Cut(s.rest, word)
	if !found {
		s.fail("no %q in %.40q", word, s.rest)
	}
	s.rest = after
	return before
}

func (s *scanner) take(word string) bool {
	rest, found := strings.CutPrefix(s.rest, word)
	s.rest = rest
	return found
}

func (s *scanner) value() Value {
	switch {
	case s.take("&"):
		return Value{Kind: List, Items: []Value{s.value()}}
	case s.take("{"):
		return s.list()
	case s.take(`blob("`):
		return Value{Kind: Blob, Text: s.until(`")`)}
	case s.take(`"`):
		return Value{Kind: String, Text: s.quoted()}
	}
	return bare(s.word())
}

func (s *scanner) list() Value {
	v := Value{Kind: List}
	for s.err == nil && !s.take("}") {
		v.Items = append(v.Items, s.value())
		s.take(", ")
	}
	return v
}

// word takes up to what ends a bare value.
func (s *scanner) word() string {
	end := strings.IndexAny(s.rest, ",)} ")
	for end >= 0 && strings.HasPrefix(s.rest[end:], " | ") {
		next := strings.IndexAny(s.rest[end+3:], ",)} ")
		if next < 0 {
			end = -1
			break
		}
		end += 3 + next
	}
	if end < 0 {
		end = len(s.rest)
	}
	word := s.rest[:end]
	if s.rest = s.rest[end:]; word == "" {
		s.fail("a value is missing")
	}
	return word
}

func bare(word string) Value {
	switch {
	case word == "NULL":
		return Value{}
	case strings.HasPrefix(word, "0x"):
		return Value{Kind: Pointer, Text: word}
	case word != "" && strings.ContainsRune("+-0123456789", rune(word[0])), word == "inf", word == "nan":
		return Value{Kind: Number, Text: word}
	}
	return Value{Kind: Names, Text: word}
}

// quoted takes a string behind its first quotation mark.
func (s *scanner) quoted() string {
	var b strings.Builder
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			s.rest = s.rest[i+1:]
			return b.String()
		case c == '\\' && i+1 < len(s.rest):
			i++
			i += unescape(&b, s.rest[i:]) - 1
		default:
			b.WriteByte(c)
		}
	}
	s.fail("a string does not end")
	return ""
}

// unescape writes what stands behind a backslash, and says how many bytes that was.
func unescape(b *strings.Builder, rest string) int {
	if at := strings.IndexByte("abfnrtv", rest[0]); at >= 0 {
		b.WriteByte("\a\b\f\n\r\t\v"[at])
		return 1
	}
	if rest[0] < '0' || rest[0] > '7' {
		b.WriteByte(rest[0])
		return 1
	}
	n := 0
	for n < 3 && n < len(rest) && rest[n] >= '0' && rest[n] <= '7' {
		n++
	}
	code, _ := strconv.ParseUint(rest[:n], 8, 16)
	b.WriteByte(byte(code) & octalBits)
	return n
}

// octalBits are those that can be told of a byte that is printed as a number: apitrace dump 11.1 prints the middle digit of it
// twice, and the first one never.
const octalBits = 0o77

// asPrinted is text with such bytes as unescape reads them.
func asPrinted(text string) string {
	out := []byte(text)
	for i, c := range out {
		if (c < ' ' && c != '\t' && c != '\n' && c != '\r') || c > '~' {
			out[i] = c & octalBits
		}
	}
	return string(out)
}
