//go:build linux

package loader_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

var allCases = slices.Concat(discoveryCases, chainCases, lookupCases, contextCases, trapCases)

// playAll returns the difference of each case by its name. It runs several cases at a time, because cases
// mostly wait.
func playAll(s *fixture, broken string) map[string]error {
	const players = 4
	var (
		group sync.WaitGroup
		mutex sync.Mutex
		wrong = map[string]error{}
		queue = make(chan *ruleCase)
	)
	for range players {
		group.Go(func() {
			for c := range queue {
				if err := s.runCase(c, broken); err != nil {
					mutex.Lock()
					wrong[c.name] = err
					mutex.Unlock()
				}
			}
		})
	}
	for i := range allCases {
		queue <- &allCases[i]
	}
	close(queue)
	group.Wait()
	return wrong
}

// Every case has the same result as on Android.
func TestRules(t *testing.T) {
	for name, err := range playAll(theFixture(t), "") {
		t.Errorf("%s: %v", name, err)
	}
}

// With strict the results are the same, except that the program ends with a message and SIGABRT where the
// loader would otherwise log a problem and continue. Exceptions are a problem that works only here, and those of
// cases that a device survives.
func TestStrict(t *testing.T) {
	s := theFixture(t)
	for _, c := range allCases {
		before, _, warns := strings.Cut(c.want, "W loader: ")
		switch {
		case c.strict || strings.Contains(c.want, "(rule 3.5)"):
			continue
		case warns && !c.survives:
			c.want, c.dies = before+"W loader: *", syscall.SIGABRT
		}
		c.strict = true
		if err := s.runCase(&c, ""); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Each row names existing cases, another row, or a reason; each case belongs to a rule.
func TestRuleTable(t *testing.T) {
	used := map[string]bool{}
	for _, row := range ruleTable {
		if ways := []bool{len(row.cases) > 0 && row.broken != "", hasRow(row.like), row.elsewhere != ""}; count(ways) != 1 {
			t.Errorf("rule %s: %+v", row.rule, row)
		}
		for _, name := range row.cases {
			used[name] = true
		}
	}
	for _, c := range allCases {
		if !used[c.name] {
			t.Errorf("case %q is of no rule", c.name)
		}
		delete(used, c.name)
	}
	for name := range used {
		t.Errorf("there is no case %q, or there are two", name)
	}
}

func count(ways []bool) (n int) {
	for _, way := range ways {
		if way {
			n++
		}
	}
	return n
}

func hasRow(rule string) bool {
	return slices.ContainsFunc(ruleTable, func(row ruleRow) bool { return row.rule == rule })
}

// Every numbered rule of the sections that apply to a desktop has a row, and so has each difference between
// releases.
func TestEveryRuleHasRow(t *testing.T) {
	for section, last := range map[int]int{1: 11, 2: 11, 3: 5, 4: 9, 6: 19} {
		for n := 1; n <= last; n++ {
			rule := fmt.Sprintf("%d.%d", section, n)
			if !slices.ContainsFunc(ruleTable, func(row ruleRow) bool { return isOf(row.rule, rule) }) {
				t.Errorf("rule %s has no row", rule)
			}
		}
	}
	for _, rule := range []string{"11.list", "11.null", "11.rects", "11.telemetry", "11.driver"} {
		if !hasRow(rule) {
			t.Errorf("rule %s has no row", rule)
		}
	}
}

// isOf reports whether a row belongs to a rule: 2.8.null belongs to 2.8, but 1.10 does not belong to 1.1.
func isOf(row, rule string) bool {
	return row == rule || strings.HasPrefix(row, rule+".")
}
