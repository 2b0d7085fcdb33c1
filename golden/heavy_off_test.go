//go:build !heavy

package golden

const heavy = false

// compilers are the compilers that C projects are tested with. The heavy tests add the other one.
var compilers = []string{"gcc"}

// stride is the distance between the points in time that a test tries.
const stride = 3
