//go:build !heavy

package project

// stride is how many places a test of all places passes over, and one.
const stride = 9

// authors is how many edit their projects at random.
const authors = 1
