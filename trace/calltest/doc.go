// Package calltest holds the tests of what the recorder takes of each call: the functions that the generator prints for every
// command, and the C that sizes what their pointers lead to. They run above a driver that draws nothing.
package calltest
