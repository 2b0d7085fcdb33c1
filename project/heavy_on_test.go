//go:build heavy

package project

const stride = 1
