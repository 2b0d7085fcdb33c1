// Package apitrace compares a recording with apitrace's trace of the same run: the same calls in the same order, with the same
// scalar arguments and results and the same data. A table lists the allowed differences, each with its reason.
package apitrace
