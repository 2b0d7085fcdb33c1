// Package test drives gleslayergen as a user does, by scripts. It is a module of its own, so that nobody who
// installs the tool fetches what only its tests need.
package test
