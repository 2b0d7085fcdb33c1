// Package golden holds whole generated projects, and the tests that compare, build and run them.
//
// After a change of the generated files, run "go test ./golden -update" and read the differences before you
// commit them.
package golden
