package project

import "github.com/rogpeppe/go-internal/diff"

// Diff returns the change as a unified diff. The name of a missing file is /dev/null, as patch and git
// expect.
func (c Change) Diff() []byte {
	before, after := "a/"+c.Path, "b/"+c.Path
	if c.Before == nil {
		before = "/dev/null"
	}
	if c.After == nil {
		after = "/dev/null"
	}
	return diff.Diff(before, c.Before, after, c.After)
}
