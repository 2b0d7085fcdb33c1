package fsx

import "os"

// SameFile reports whether two paths lead to the same existing file or directory. It follows symbolic links.
func SameFile(a, b string) bool {
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}
