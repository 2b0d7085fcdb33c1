// Package ui has what the commands share: streams, JSON reports, tables, errors and exit codes, flags and
// completion.
package ui
