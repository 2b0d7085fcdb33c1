package project

import "github.com/rogpeppe/go-internal/diff"

// Diff is the change as a unified diff. A file that is not there is called /dev/null, as patch and git expect it.
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
