package registry

import (
	"fmt"
	"slices"
	"strings"
)

// String returns the definition in the syntax of a snapshot.
func (t *Type) String() string { return strings.Join(t.fields(), " ") }

// fields returns the fields of the definition in a snapshot, one for each declaration.
func (t *Type) fields() []string {
	words := []string{string(t.Kind)}
	if t.Kind == Alias || t.Kind == FuncPointer {
		words = append(words, t.Target.String())
	}
	for _, f := range t.Fields {
		words = append(words, f.Type.Declare(f.Name))
	}
	return words
}

// parseTypedef parses the C text of a <type> element. It returns nil for an #include or a #define, which no
// command uses as a type.
func parseTypedef(name, text string) (*Type, error) {
	text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	name = strings.TrimPrefix(name, "struct ")
	if !isIdentifier(name) {
		if strings.HasPrefix(text, "#") {
			return nil, nil
		}
		return nil, fmt.Errorf("%.99q is not a valid type name", name)
	}
	switch {
	case text == "":
		return &Type{Name: name, Kind: Platform}, nil
	case text[0] == '#':
		return nil, nil
	case strings.HasPrefix(text, "struct ") && strings.Contains(text, "{"):
		return parseStruct(name, text)
	case strings.HasPrefix(text, "struct "):
		return &Type{Name: name, Kind: Opaque}, nil
	case strings.HasPrefix(text, "typedef ") && strings.Contains(text, "("):
		return parseFuncPointer(name, strings.TrimPrefix(text, "typedef "))
	case strings.HasPrefix(text, "typedef "):
		return parseAlias(name, strings.TrimPrefix(text, "typedef "))
	}
	return nil, fmt.Errorf("type %s: %.99q is neither a typedef nor a struct", name, text)
}

func parseAlias(name, text string) (*Type, error) {
	text, ok := strings.CutSuffix(text, name)
	if !ok {
		return nil, fmt.Errorf("type %s: the typedef does not end with the name of the type", name)
	}
	target, err := ParseCType(text)
	if err != nil {
		return nil, err
	}
	return &Type{Name: name, Kind: Alias, Target: target}, nil
}

func parseStruct(name, text string) (*Type, error) {
	body := text[strings.Index(text, "{")+1:]
	end := strings.Index(body, "}")
	if end < 0 {
		return nil, fmt.Errorf("type %s: struct without a closing brace", name)
	}
	t := &Type{Name: name, Kind: Struct}
	for member := range strings.SplitSeq(body[:end], ";") {
		if strings.TrimSpace(member) == "" {
			continue
		}
		f, err := parseField(member)
		if err != nil {
			return nil, fmt.Errorf("type %s: %w", name, err)
		}
		t.Fields = append(t.Fields, f)
	}
	return t, nil
}

// parseFuncPointer parses "void ( *GLDEBUGPROC)(GLenum source,...)".
func parseFuncPointer(name, text string) (*Type, error) {
	result, rest, _ := strings.Cut(text, "(")
	declared, params, ok := strings.Cut(rest, ")")
	if !ok || strings.Trim(declared, " *") != name {
		return nil, fmt.Errorf("type %s: %.99q is not a function pointer", name, text)
	}
	target, err := ParseCType(result)
	if err != nil {
		return nil, fmt.Errorf("type %s: %w", name, err)
	}
	t := &Type{Name: name, Kind: FuncPointer, Target: target}
	params = strings.TrimSpace(params)
	if len(params) < 2 || params[0] != '(' || params[len(params)-1] != ')' {
		return nil, fmt.Errorf("type %s: no parameter list in %.99q", name, text)
	}
	if params = params[1 : len(params)-1]; strings.TrimSpace(params) == "void" {
		return t, nil
	}
	for param := range strings.SplitSeq(params, ",") {
		f, err := parseField(param)
		if err != nil {
			return nil, fmt.Errorf("type %s: %w", name, err)
		}
		t.Fields = append(t.Fields, f)
	}
	return t, nil
}

// parseField parses a declaration such as "const GLchar *message".
func parseField(text string) (Field, error) {
	if len(text) > maxDeclaration {
		return Field{}, fmt.Errorf("the declaration %.99q... is too long", text)
	}
	words := cWords(text)
	at := len(words) - 1
	if at > 0 && words[at][0] == '[' {
		at--
	}
	if at < 1 || !isName(words[at]) {
		return Field{}, fmt.Errorf("expected a declaration such as \"GLint x\", got %.99q", strings.TrimSpace(text))
	}
	name := words[at]
	typ, err := ParseCType(strings.Join(slices.Delete(words, at, at+1), " "))
	return Field{Name: name, Type: typ}, err
}
