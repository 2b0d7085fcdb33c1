// Package test drives gleslayergen as a user does, with scripts. It is a separate module, so that installing
// the tool does not fetch the dependencies of its tests.
package test
