//go:build heavy

package project

const stride = 1

var authors = []uint64{0, 1, 2, 3, 4, 5, 6, 7}
