//go:build heavy

package golden

const heavy = true

var compilers = []string{"gcc", "clang"}

const stride = 1
