package apitrace

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// counts checks that each of the program's own calls is recorded. Calls that a layer makes are in apitrace's
// stream and look like calls of the program: only a run without layers gives their number.
func (c *comparer) counts() error {
	if c.Alone == nil {
		return nil
	}
	ours := map[string]int{}
	for _, call := range c.Ours {
		if !call.Synthetic() && !call.Function.IsOwn() && !c.deferred(call) {
			ours[call.Function.Name]++
		}
	}
	names := maps.Clone(ours)
	maps.Copy(names, c.Alone)
	var failed []error
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if c.Alone[name] == 0 && c.allowed.Allow("ours", name) {
			continue
		}
		if ours[name] != c.Alone[name] {
			failed = append(failed, fmt.Errorf("the program called %s %d times, and %d are in the recording", name, c.Alone[name], ours[name]))
		}
	}
	return errors.Join(failed...)
}

// SameCounts compares the number of calls of each function in two recordings of one run, without calls that a
// tool made itself. It returns the number of functions with equal counts.
func SameCounts(ours, theirs map[string]int, allowed *Differences) (equal int, err error) {
	names := maps.Clone(ours)
	maps.Copy(names, theirs)
	var failed []error
	for _, name := range slices.Sorted(maps.Keys(names)) {
		switch a, b := ours[name], theirs[name]; {
		case a == b:
			equal++
		case a < b && allowed.Allow("peer", name):
		case a > b && (allowed.Allow("ours", name) || allowed.Allow("deferred", name)):
		default:
			failed = append(failed, fmt.Errorf("%s: %d calls in the recording, %d in apitrace's", name, a, b))
		}
	}
	return equal, errors.Join(failed...)
}
