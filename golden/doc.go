// Package golden holds whole generated projects, and the tests that compare, build and run them.
//
// After a change of what is generated, run "go test ./golden -update", and read the difference before it is
// committed.
package golden
