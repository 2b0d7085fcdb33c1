// Package why says why a layer does not load into an app: it asks the questions of tree.tsv, in order, of what was read of
// a device, and finds the first whose answer is no.
//
// Gather reads a device, in two trips at most; Explain is a function of what was read, and asks nobody. What Android decides
// is asked of package rules, never decided here again.
package why
