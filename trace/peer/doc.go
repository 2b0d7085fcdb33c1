// Package peer compares a recording with apitrace's of the same run: the same calls in the same order, with the same scalar
// arguments and results and the same data. What may differ is a table, each row with its reason.
package peer
