//go:build heavy

package project

const stride = 1

const authors = 8
