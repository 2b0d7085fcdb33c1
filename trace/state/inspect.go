package state

import (
	"context"
	"fmt"
)

// Inspect returns the state of an object of a context or its share group, after a call.
func (s *State) Inspect(ctx context.Context, call int, class string, name uint64) (*Link, *Tree, error) {
	in, err := s.scope(ctx, call)
	if err != nil {
		return nil, nil, err
	}
	n := in.find(class, name)
	if n == nil {
		return nil, nil, &MissingError{class, name, call}
	}
	tree := in.tree(fmt.Sprintf("%s %d", class, name), number(name), n, n)
	return in.link(class, name), tree, ctx.Err()
}

// IsClass reports whether objects of a class can be inspected.
func IsClass(class string) bool { _, ok := collections[class]; return ok }
