package registry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// CType is a parsed C type: a base name, pointers, and an array size.
type CType struct {
	Base      string // GLint, void, unsigned int; AHardwareBuffer for struct AHardwareBuffer
	Struct    bool   // base is written with the word struct
	Const     bool   // base is const
	Pointers  int
	ConstPtrs uint32 // bit n is set if the n-th pointer, counted from the base, is const
	Array     int    // elements of an array, 0 for none
}

// IsVoid reports whether the type is void, the result of a command without one.
func (t CType) IsVoid() bool { return t.Base == "void" && t.Pointers == 0 }

// IsPointer reports whether the type is written as a pointer.
func (t CType) IsPointer() bool { return t.Pointers > 0 }

// Elem returns the type that a pointer points to.
func (t CType) Elem() CType {
	t.Pointers--
	t.ConstPtrs &^= 1 << t.Pointers
	return t
}

// String returns the type in C syntax, without a declared name.
func (t CType) String() string {
	var b strings.Builder
	if t.Const {
		b.WriteString("const ")
	}
	if t.Struct {
		b.WriteString("struct ")
	}
	b.WriteString(t.Base)
	if t.Pointers > 0 {
		b.WriteByte(' ')
	}
	for i := range t.Pointers {
		b.WriteByte('*')
		if t.ConstPtrs&(1<<i) != 0 {
			b.WriteString("const")
			if i+1 < t.Pointers {
				b.WriteByte(' ')
			}
		}
	}
	if t.Array > 0 {
		fmt.Fprintf(&b, "[%d]", t.Array)
	}
	return b.String()
}

// Declare returns a C declaration of name with the type, as in a parameter list.
func (t CType) Declare(name string) string {
	array := ""
	if t.Array > 0 {
		array, t.Array = fmt.Sprintf("[%d]", t.Array), 0
	}
	s := t.String()
	if strings.HasSuffix(s, "*") {
		return s + name + array
	}
	return s + " " + name + array
}

// maxPointers bounds hostile input; it is far above any real registry.
const maxPointers = 8

// ParseCType reads a C type such as "const GLchar *const*".
func ParseCType(s string) (CType, error) {
	if len(s) > maxDeclaration {
		return CType{}, fmt.Errorf("C type %.99q... is too long", s)
	}
	var t CType
	var base []string
	for _, word := range cWords(s) {
		switch {
		case word == "*" && len(base) > 0 && t.Array == 0:
			if t.Pointers++; t.Pointers > maxPointers {
				return CType{}, fmt.Errorf("C type %.99q has more than %d levels of pointers", s, maxPointers)
			}
		case word == "const" && t.Pointers > 0:
			t.ConstPtrs |= 1 << (t.Pointers - 1)
		case word == "const":
			t.Const = true
		case word == "struct":
			t.Struct = true
		case t.Array > 0:
			return CType{}, fmt.Errorf("C type %.99q: unexpected %.99q after the array", s, word)
		case word[0] == '[':
			n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(word[1:], "]")))
			if err != nil || n <= 0 || len(base) == 0 || word[len(word)-1] != ']' {
				return CType{}, fmt.Errorf("C type %.99q: invalid array size %.99s", s, word)
			}
			t.Array = n
		case t.Pointers > 0 || !isIdentifier(word):
			return CType{}, fmt.Errorf("C type %.99q: unexpected %.99q", s, word)
		default:
			base = append(base, word)
		}
	}
	if len(base) == 0 {
		return CType{}, fmt.Errorf("C type %.99q has no type name", s)
	}
	if len(base) > 1 && (t.Struct || !areTypeWords(base)) {
		return CType{}, fmt.Errorf("C type %.99q has more than one type name", s)
	}
	t.Base = strings.Join(base, " ")
	return t, nil
}

// cTypeWords lists the C keywords that can form a type of several words.
var cTypeWords = []string{"char", "const", "double", "float", "int", "long", "short", "signed", "struct",
	"unsigned", "void"}

func areTypeWords(words []string) bool {
	for _, w := range words {
		if !slices.Contains(cTypeWords, w) || w == "void" {
			return false
		}
	}
	return len(words) <= 4
}

// cWords splits C into words, stars, and bracketed sizes.
func cWords(s string) []string {
	var words []string
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case isWordByte(c):
			j := i
			for j < len(s) && isWordByte(s[j]) {
				j++
			}
			words, i = append(words, s[i:j]), j
		case c == '[':
			j := strings.IndexByte(s[i:], ']')
			if j < 0 {
				return append(words, s[i:])
			}
			words, i = append(words, s[i:i+j+1]), i+j+1
		default:
			words, i = append(words, s[i:i+1]), i+1
		}
	}
	return words
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isIdentifier(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9') && len(s) <= maxWord
}
