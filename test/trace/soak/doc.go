// Package soak tests the recorder over a long time: a program creates and destroys threads and contexts, while receivers record
// it, change options, stop, or are killed. The package has only tests.
package soak
