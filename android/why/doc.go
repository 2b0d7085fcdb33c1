// Package why explains why a layer does not load into an app. It evaluates the questions of tree.tsv, in order,
// over facts that were read from a device, and finds the first whose answer is no.
//
// Gather reads a device in at most two round trips. Explain is a pure function of what was read. Android's
// decisions come from package rules; this package does not repeat them.
package why
