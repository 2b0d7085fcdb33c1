//go:build heavy

package build

var compilers = []string{"gcc", "clang"}
