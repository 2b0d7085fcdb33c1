package gen

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// types describes a type, then all types that templates reach from it.
func (rows modelRows) types(root reflect.Type) []ModelType {
	var out []ModelType
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		t = element(t)
		if t.Kind() != reflect.Struct || slices.ContainsFunc(out, func(m ModelType) bool { return m.Name == modelName(t) }) {
			return
		}
		at := len(out)
		out = append(out, ModelType{Name: modelName(t), Meaning: rows.entry("type", "", modelName(t)).Meaning})
		for f := range exportedFields(t) {
			entry := rows.entry("field", modelName(t)+".", f.Name)
			entry.Type = spellType(f.Type)
			out[at].Fields = append(out[at].Fields, entry)
			visit(f.Type)
		}
		for m := range reflect.PointerTo(t).Methods() {
			entry := rows.entry("method", modelName(t)+".", m.Name)
			entry.Type = signature(m.Type, 1)
			out[at].Methods = append(out[at].Methods, entry)
			visit(m.Type.Out(0))
		}
	}
	visit(root)
	return out
}

func exportedFields(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() && !yield(f) {
				return
			}
		}
	}
}

// modelName returns the name of a type in the model.
func modelName(t reflect.Type) string { return cmp.Or(modelNames[t.Name()], t.Name()) }

// element returns the element type of a list or a pointer.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t
}

// spellType returns a type as documented for authors of templates: lists by their elements, enumerations as
// string.
func spellType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return spellType(t.Elem())
	case reflect.Slice, reflect.Array:
		return "list of " + spellType(t.Elem())
	case reflect.Struct:
		return modelName(t)
	}
	return t.Kind().String()
}

// signature returns the parameters of a function after the first ones, and its results.
func signature(t reflect.Type, skip int) string {
	var params []string
	for i := skip; i < t.NumIn(); i++ {
		params = append(params, spellType(t.In(i)))
	}
	out := spellType(t.Out(0))
	if len(params) == 0 {
		return out
	}
	return strings.Join(params, ", ") + " -> " + out
}
