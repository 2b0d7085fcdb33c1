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
	f := finisher{own: `"` + module + "/"}
	f.out.Grow(len(source) + len(source)/8)
	for line := range strings.Lines(string(source)) {
		f.line(strings.TrimSpace(line))
	}
	return f.out.Bytes()
}

type finisher struct {
	out    bytes.Buffer
	opened []int // for each open bracket: how far it indents, 1 or 0
	indent int
	blank  bool // an empty line is due
	body   bool // something was printed since the last opening line

	own       string   // how an import of the module's own packages begins
	importing bool     // inside the import block
	imports   []string // the module's own, to be printed behind the others
}

func (f *finisher) line(s string) {
	switch {
	case s == "":
		f.blank = f.body
	case strings.HasPrefix(s, "//"):
		f.print(s, f.indent)
	case f.importing && strings.HasPrefix(s[max(strings.IndexByte(s, '"'), 0):], f.own): // with or without another name
		f.imports = append(f.imports, s)
	default:
		f.code(s)
	}
}

func (f *finisher) code(s string) {
	if s = tighten(s); strings.HasSuffix(s, " struct{") {
		s = strings.TrimSuffix(s, "{") + " {"
	}
	if f.importing && s == ")" {
		f.printImports()
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
	f.importing = f.importing || s == "import ("
}

// printImports prints the imports that were held back, in a group of their own.
func (f *finisher) printImports() {
	f.blank = f.body && len(f.imports) > 0
	for _, s := range f.imports {
		f.print(s, f.indent)
	}
	f.importing, f.imports = false, nil
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
