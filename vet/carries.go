package vet

import "go/types"

// carries reports whether a value of type t can hold a C pointer. Integers cannot, except address types such
// as gles.Ptr. Errors are assumed not to hold one.
func carries(t types.Type) bool { return holds(t, true) }

// carriesWithin is like carries, for a value read out of something that holds a C pointer. A string in there
// is Go memory.
func carriesWithin(t types.Type) bool { return holds(t, false) }

func holds(t types.Type, text bool) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok && isAddress(named) {
		return true
	}
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || text && u.Info()&types.IsString != 0
	case *types.Struct:
		for f := range u.Fields() {
			if holds(f.Type(), text) {
				return true
			}
		}
		return false
	case *types.Array:
		return holds(u.Elem(), text)
	case *types.Tuple:
		for v := range u.Variables() {
			if holds(v.Type(), text) {
				return true
			}
		}
		return false
	}
	return true // pointers, slices, maps, channels, functions, interfaces, type parameters
}

// elem returns the element type of a slice, of a pointer, or of a string.
func elem(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Pointer:
		return u.Elem()
	}
	return types.Typ[types.Byte] // a string
}
