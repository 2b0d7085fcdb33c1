// Package samefile tells whether two paths lead to one place, through links and other spellings too.
package samefile

import "os"

// Are reports whether both are there, and are one file or folder.
func Are(a, b string) bool {
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}
