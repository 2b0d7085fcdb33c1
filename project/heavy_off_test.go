//go:build !heavy

package project

// stride is the distance between the places that a test tries.
const stride = 9

// authors are the seeds of projects with random edits.
var authors = []uint64{0}
