package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
)

const module = "github.com/gleslayergen/gleslayergen/"

// A schema is a JSON schema, of the keywords that these reports need.
type schema struct {
	Version     string             `json:"$schema,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        any                `json:"type,omitempty"` // a string, or several
	Const       any                `json:"const,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	Values      *schema            `json:"additionalProperties,omitempty"`
	AnyOf       []*schema          `json:"anyOf,omitempty"`
	Defs        map[string]*schema `json:"$defs,omitempty"`
}

// A loaded is the types of the module and their comments.
type loaded struct {
	packages map[string]*types.Package
	comments map[token.Pos]string // by the position of a name
}

// load loads the packages of the reports and all that they import.
func load(table []reports.Report) (*loaded, error) {
	var paths []string
	for _, r := range table {
		for _, name := range []string{r.Type, r.Item} {
			if name == "" {
				continue
			}
			if pkg, _ := split(name); !slices.Contains(paths, pkg) {
				paths = append(paths, pkg)
			}
		}
	}
	all, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, paths...)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(all) > 0 {
		return nil, fmt.Errorf("the packages do not compile")
	}
	l := &loaded{map[string]*types.Package{}, map[token.Pos]string{}}
	packages.Visit(all, nil, func(p *packages.Package) {
		if !strings.HasPrefix(p.PkgPath+"/", module) {
			return
		}
		l.packages[p.PkgPath] = p.Types
		for _, f := range p.Syntax {
			l.readComments(f)
		}
	})
	return l, nil
}

// split returns the package and the name of a type of the table.
func split(name string) (pkg, typ string) {
	i := strings.LastIndexByte(name, '.')
	return module + name[:i], name[i+1:]
}

// readComments reads the comments of types and fields.
func (l *loaded) readComments(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			for _, s := range n.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					doc := t.Doc
					if doc == nil {
						doc = n.Doc
					}
					l.comments[t.Name.Pos()] = sentence(doc)
				}
			}
		case *ast.Field:
			text := sentence(n.Doc)
			if text == "" {
				text = sentence(n.Comment)
			}
			for _, name := range n.Names {
				l.comments[name.Pos()] = text
			}
		}
		return true
	})
}

// sentence returns a comment as one line.
func sentence(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }

// report returns the schema of a report.
func (l *loaded) report(r reports.Report) (*schema, error) {
	b := &builder{loaded: l, defs: map[string]*schema{}, names: map[*types.TypeName]string{}}
	s, err := b.root(r.Type)
	if err != nil {
		return nil, err
	}
	if r.Item != "" {
		item, err := b.device(r.Item)
		if err != nil {
			return nil, err
		}
		s.Properties["devices"].Items = item
	}
	if version := s.Properties["schema"]; version != nil {
		version.Type, version.Description = nil, "Version of this schema."
		version.Const = cmp.Or(version.Const, any(1))
	}
	s.Version, s.Title = "https://json-schema.org/draft/2020-12/schema", "gleslayergen "+strings.Join(r.Commands, ", ")
	s.Description = strings.ToUpper(r.Content[:1]) + r.Content[1:] + "."
	if len(b.defs) > 0 {
		s.Defs = b.defs
	}
	return s, nil
}

// A builder makes the schema of one report.
type builder struct {
	*loaded
	defs  map[string]*schema
	names map[*types.TypeName]string // in defs
}

// root returns the object of a type, which is not in defs.
func (b *builder) root(name string) (*schema, error) {
	pkg, typ := split(name)
	p := b.packages[pkg]
	if p == nil || p.Scope().Lookup(typ) == nil {
		return nil, fmt.Errorf("no type %s", name)
	}
	structure, ok := p.Scope().Lookup(typ).Type().Underlying().(*types.Struct)
	if !ok {
		return nil, fmt.Errorf("%s is not a struct", name)
	}
	return b.object(structure)
}

// device returns the schema of a device's report: the members of each device, and those of the command, which are absent
// only beside an error.
func (b *builder) device(item string) (*schema, error) {
	common, err := b.root("cmd/gleslayergen/internal/devicecmd.deviceFields")
	if err != nil {
		return nil, err
	}
	s, err := b.root(item)
	if err != nil {
		return nil, err
	}
	for name, member := range common.Properties {
		if s.Properties[name] == nil {
			s.Properties[name] = member
		}
	}
	s.AnyOf = []*schema{{Required: s.Required}, {Required: []string{"error"}}}
	s.Required = nil
	return s, nil
}

// object returns the schema of a struct.
func (b *builder) object(t *types.Struct) (*schema, error) {
	s := &schema{Type: "object", Properties: map[string]*schema{}}
	for i := range t.NumFields() {
		field := t.Field(i)
		tag := reflect.StructTag(t.Tag(i))
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		if name == "-" || !field.Exported() && !field.Embedded() {
			continue
		}
		if field.Embedded() && name == "" {
			if err := b.embed(s, field.Type()); err != nil {
				return nil, err
			}
			continue
		}
		if name == "" {
			return nil, fmt.Errorf("%s: no json tag", field.Name())
		}
		optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		member, err := b.of(field.Type(), optional)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if tag.Get("schema") == "null" {
			member.Type = []any{member.Type, "null"}
		}
		if version, err := strconv.Atoi(tag.Get("schema")); err == nil {
			member.Const = version
		}
		if text := b.comments[field.Pos()]; text != "" {
			member.Description = text
		}
		s.Properties[name] = member
		if !optional {
			s.Required = append(s.Required, name)
		}
	}
	return s, nil
}

// embed adds the members of an embedded struct, except those that the outer one has itself.
func (b *builder) embed(s *schema, t types.Type) error {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	inner, err := b.object(t.Underlying().(*types.Struct))
	if err != nil {
		return err
	}
	for name, member := range inner.Properties {
		if s.Properties[name] == nil {
			s.Properties[name] = member
		}
	}
	for _, name := range inner.Required {
		if !slices.Contains(s.Required, name) {
			s.Required = append(s.Required, name)
		}
	}
	return nil
}

// of returns the schema of a value. A pointer whose member is left out when nil is never null.
func (b *builder) of(t types.Type, optional bool) (*schema, error) {
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		return b.named(u, optional)
	case *types.Pointer:
		s, err := b.of(u.Elem(), optional)
		if err != nil || optional {
			return s, err
		}
		return &schema{AnyOf: []*schema{s, {Type: "null"}}}, nil
	case *types.Slice:
		if basic, ok := u.Elem().Underlying().(*types.Basic); ok && basic.Kind() == types.Byte {
			return &schema{Type: "string", Description: "Base64."}, nil
		}
		items, err := b.of(u.Elem(), true)
		return &schema{Type: "array", Items: items}, err
	case *types.Array:
		items, err := b.of(u.Elem(), true)
		return &schema{Type: "array", Items: items}, err
	case *types.Map:
		values, err := b.of(u.Elem(), true)
		return &schema{Type: "object", Values: values}, err
	case *types.Struct:
		return b.object(u)
	case *types.Interface:
		return &schema{}, nil
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return &schema{Type: "string"}, nil
		case info&types.IsInteger != 0:
			return &schema{Type: "integer"}, nil
		case info&types.IsFloat != 0:
			return &schema{Type: "number"}, nil
		case info&types.IsBoolean != 0:
			return &schema{Type: "boolean"}, nil
		}
	}
	return nil, fmt.Errorf("no schema for %s", t)
}

// named returns a reference to the schema of a struct or an interface, and the schema of any other type.
func (b *builder) named(t *types.Named, optional bool) (*schema, error) {
	name := t.Obj()
	if pkg := name.Pkg(); pkg != nil && pkg.Path() == "encoding/json" && name.Name() == "RawMessage" {
		return &schema{}, nil
	}
	if pkg := name.Pkg(); pkg != nil && pkg.Path() == "time" && name.Name() == "Time" {
		return &schema{Type: "string", Description: "Time, RFC 3339."}, nil
	}
	for _, method := range []string{"MarshalJSON", "MarshalText"} {
		if found, _, _ := types.LookupFieldOrMethod(t, true, name.Pkg(), method); found != nil {
			return nil, fmt.Errorf("%s has its own %s", name.Name(), method)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return b.define(name, func() (*schema, error) { return b.object(u) })
	case *types.Interface:
		return b.define(name, func() (*schema, error) { return b.implementations(name.Pkg(), u) })
	case *types.Basic:
		s, err := b.of(u, optional)
		if err == nil && u.Kind() == types.String {
			s.Enum = constants(name)
		}
		return s, err
	default:
		return b.of(u, optional)
	}
}

// constants returns the values of the constants of a type, in the order of the source.
func constants(t *types.TypeName) (values []string) {
	var found []*types.Const
	for _, name := range t.Pkg().Scope().Names() {
		if c, ok := t.Pkg().Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t.Type()) {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b *types.Const) int { return int(a.Pos() - b.Pos()) })
	for _, c := range found {
		values = append(values, constant.StringVal(c.Val()))
	}
	return values
}

// define returns a reference to a schema in defs.
func (b *builder) define(t *types.TypeName, of func() (*schema, error)) (*schema, error) {
	if key := b.names[t]; key != "" {
		return &schema{Ref: "#/$defs/" + key}, nil
	}
	key := strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	if b.defs[key] != nil {
		key = t.Pkg().Name() + t.Name()
	}
	if b.defs[key] != nil {
		return nil, fmt.Errorf("two types named %s", key)
	}
	b.names[t], b.defs[key] = key, &schema{}
	s, err := of()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name(), err)
	}
	s.Description = described(t.Name(), b.comments[t.Pos()])
	b.defs[key] = s
	return &schema{Ref: "#/$defs/" + key}, nil
}

// described returns the doc comment of a type without the name, which readers of JSON do not see.
func described(name, text string) string {
	text = strings.TrimPrefix(strings.TrimPrefix(text, name+" "), "is ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// implementations returns the choice between the types of a package that implement an interface.
func (b *builder) implementations(p *types.Package, i *types.Interface) (*schema, error) {
	s := &schema{}
	for _, name := range p.Scope().Names() {
		t, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(t.Type()) || !types.Implements(types.NewPointer(t.Type()), i) {
			continue
		}
		one, err := b.of(t.Type(), true)
		if err != nil {
			return nil, err
		}
		s.AnyOf = append(s.AnyOf, one)
	}
	if len(s.AnyOf) == 0 {
		return nil, fmt.Errorf("nothing implements the interface")
	}
	return s, nil
}
