package registry

import (
	"fmt"
	"strconv"
	"strings"
)

// LenKind is the form of a Len.
type LenKind uint8

// The forms of a len attribute.
const (
	LenNone     LenKind = iota // not given in the registry
	LenConstant                // Factor elements
	LenParam                   // the value of Param
	LenProduct                 // Param * Factor / Divisor
	LenCompSize                // a rule over Args that only the specifications define
)

// Len is the number of elements that a pointer parameter points to.
type Len struct {
	Kind    LenKind
	Param   string
	Factor  int
	Divisor int
	Args    []string
}

// String returns the expression in the registry's syntax; empty for LenNone.
func (l Len) String() string {
	switch l.Kind {
	case LenConstant:
		return strconv.Itoa(l.Factor)
	case LenParam:
		return l.Param
	case LenProduct:
		if l.Divisor > 1 {
			return fmt.Sprintf("%s / %d", l.Param, l.Divisor)
		}
		return fmt.Sprintf("%s*%d", l.Param, l.Factor)
	case LenCompSize:
		return "COMPSIZE(" + strings.Join(l.Args, ",") + ")"
	}
	return ""
}

// ParseLen parses a len attribute.
func ParseLen(s string) (Len, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return Len{}, nil
	}
	if len(s) > maxDeclaration {
		return Len{}, fmt.Errorf("len %.99q... is too long", s)
	}
	if args, ok := strings.CutPrefix(s, "COMPSIZE("); ok && strings.HasSuffix(args, ")") {
		return parseCompSize(s, strings.TrimSuffix(args, ")"))
	}
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return Len{Kind: LenConstant, Factor: n}, nil
	}
	if isIdentifier(s) {
		return Len{Kind: LenParam, Param: s, Factor: 1, Divisor: 1}, nil
	}
	return parseProduct(s)
}

func parseCompSize(s, args string) (Len, error) {
	l := Len{Kind: LenCompSize}
	if args == "" {
		return l, nil
	}
	for arg := range strings.SplitSeq(args, ",") {
		if arg = strings.TrimSpace(arg); !isIdentifier(arg) {
			return Len{}, fmt.Errorf("len %.99q: %.99q is not a parameter name", s, arg)
		}
		l.Args = append(l.Args, arg)
	}
	return l, nil
}

func parseProduct(s string) (Len, error) {
	at := strings.IndexAny(s, "*/")
	if at < 0 {
		return Len{}, fmt.Errorf("len %.99q: expected NUMBER, PARAMETER, PARAMETER*NUMBER, PARAMETER/NUMBER or COMPSIZE(...)", s)
	}
	name := strings.TrimSpace(s[:at])
	n, err := strconv.Atoi(strings.TrimSpace(s[at+1:]))
	if !isIdentifier(name) || err != nil || n <= 0 {
		return Len{}, fmt.Errorf("len %.99q: expected PARAMETER*NUMBER or PARAMETER/NUMBER", s)
	}
	if s[at] == '/' {
		return Len{Kind: LenProduct, Param: name, Factor: 1, Divisor: n}, nil
	}
	return Len{Kind: LenProduct, Param: name, Factor: n, Divisor: 1}, nil
}
