//go:build !heavy

package project

// stride is the distance between the places that a test tries.
const stride = 9

// authors is the number of projects with random edits.
const authors = 1
