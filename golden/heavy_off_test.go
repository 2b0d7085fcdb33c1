//go:build !heavy

package golden

const heavy = false

// compilers are those that projects in C have to please; the heavy tests have the other one, too.
var compilers = []string{"gcc"}

// stride is how many moments a test of all moments passes over, and one.
const stride = 3
