package gen

import (
	"bytes"
	"strings"
)

// finish brings what jennifer printed with NoFormat into gofmt's form. go/format would take longer than all
// the rest of a run; what emitters print is regular enough for this: indentation by open brackets, no blank
// before an argument list, single empty lines, own packages in an import group of their own. A test holds it
// against go/format.
func finish(source []byte, module string) []byte {
	f := finisher{}
	f.out.Grow(len(source) + len(source)/8)
	for line := range bytes.Lines(source) {
		f.line(strings.TrimSpace(string(line)))
	}
	return groupImports(f.out.Bytes(), module)
}

type finisher struct {
	out    bytes.Buffer
	opened []int // for each open bracket: how far it indents, 1 or 0
	indent int
	blank  bool // an empty line is due
	body   bool // something was printed since the last opening line
}

func (f *finisher) line(s string) {
	if s == "" {
		f.blank = f.body
		return
	}
	if strings.HasPrefix(s, "//") {
		f.print(s, f.indent)
		return
	}
	if s = tighten(s); strings.HasSuffix(s, " struct{") {
		s = strings.TrimSuffix(s, "{") + " {"
	}
	net, leading := f.brackets(s)
	at := f.indent
	if leading {
		f.blank = false
	}
	for range net.closed {
		last := len(f.opened) - 1
		f.indent -= f.opened[last]
		f.opened = f.opened[:last]
	}
	if leading {
		at = f.indent
	}
	f.print(s, at)
	for i := range net.opened {
		step := 0
		if i == 0 {
			step = 1
		}
		f.opened = append(f.opened, step)
		f.indent += step
	}
	f.body = net.opened == 0
}

func (f *finisher) print(s string, indent int) {
	if f.blank {
		f.out.WriteByte('\n')
	}
	f.blank, f.body = false, true
	for range indent {
		f.out.WriteByte('\t')
	}
	f.out.WriteString(s)
	f.out.WriteByte('\n')
}

// balance is what a line leaves open, and what it closes of earlier lines.
type balance struct{ opened, closed int }

// brackets counts those outside string literals and comments.
func (f *finisher) brackets(s string) (b balance, leading bool) {
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if quote != 0 {
			if c == '\\' && quote != '`' {
				i++
			} else if c == quote {
				quote = 0
			}
			continue
		}
		switch c {
		case '"', '`', '\'':
			quote = c
		case '/':
			if i+1 < len(s) && s[i+1] == '/' {
				i = len(s)
			}
		case '{', '(', '[':
			b.opened++
		case '}', ')', ']':
			if b.opened > 0 {
				b.opened--
			} else {
				b.closed++
			}
		}
	}
	b.closed = min(b.closed, len(f.opened))
	return b, strings.IndexByte("})]", s[0]) >= 0
}

// spaced are the words that keep a blank before a bracket.
var spaced = wordSet("return if for switch case range import var const type else go defer")

// tighten takes away the blank that jennifer puts between a name and its brackets. Strings with " (" in them
// are left alone by leaving lines with string literals alone.
func tighten(s string) string {
	if !strings.Contains(s, " (") || strings.ContainsAny(s, "\"`") {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] == ' ' && i > 0 && i+1 < len(s) && s[i+1] == '(' && joins(s[:i]) {
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// joins reports whether an argument list directly follows what stands before it.
func joins(before string) bool {
	last := before[len(before)-1]
	if last == '}' {
		return true
	}
	if !isNameByte(last) {
		return false
	}
	from := len(before)
	for from > 0 && isNameByte(before[from-1]) {
		from--
	}
	word := before[from:]
	return !spaced[word] && (word != "func" || from > 0)
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// groupImports puts the module's own packages behind the others, after an empty line.
func groupImports(source []byte, module string) []byte {
	const open = "\nimport (\n"
	from := bytes.Index(source, []byte(open))
	if from < 0 {
		return source
	}
	from += len(open)
	size := bytes.Index(source[from:], []byte("\n)\n"))
	var others, own []string
	for line := range strings.SplitSeq(string(source[from:from+size]), "\n") {
		if strings.Contains(line, `"`+module+"/") {
			own = append(own, line)
		} else {
			others = append(others, line)
		}
	}
	if len(own) == 0 || len(others) == 0 {
		return source
	}
	var out bytes.Buffer
	out.Grow(len(source) + 1)
	out.Write(source[:from])
	out.WriteString(strings.Join(others, "\n") + "\n\n" + strings.Join(own, "\n"))
	out.Write(source[from+size:])
	return out.Bytes()
}
