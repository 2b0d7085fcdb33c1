//go:build heavy

package project

const stride = 1

const authors = 8

var compilers = []string{"gcc", "clang"}
