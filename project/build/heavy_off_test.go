//go:build !heavy

package build

// compilers lists the C compilers that the tests build with.
var compilers = []string{"gcc"}
