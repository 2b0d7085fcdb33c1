package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// gate holds the tables that Decide uses.
type gate struct {
	rows []gateRow
	sets map[string]string // the instruction set of each ABI
}

// gateRow is one row of data/gate.txt.
type gateRow struct {
	question, answer string
	releases         Range
	facts            []string // "name" holds, "!name" does not
	rule, reason     string
}

var theGate = sync.OnceValue(func() *gate {
	return &gate{
		rows: must(parseGate("gate.txt", gateTable, allReleases())),
		sets: must(parseABIs("abis.txt", abisTable)),
	}
})

// isLog reports whether all rows that apply are used, not only the first.
func (r gateRow) isLog() bool { return strings.HasPrefix(r.question, "log-") }

// fits reports whether the facts the row needs hold.
func (r gateRow) fits(facts map[string]bool) bool {
	return !slices.ContainsFunc(r.facts, func(f string) bool {
		name, not := strings.CutPrefix(f, "!")
		return facts[name] == not
	})
}

// parseGate reads rows of QUESTION, ANSWER, RELEASES, FACTS, RULE, REASON.
func parseGate(file, text string, releases []*Release) ([]gateRow, error) {
	var rows []gateRow
	err := table.EachField(file, text, 6, func(f []string) error {
		row, err := parseGateRow(f, releases)
		if err == nil {
			rows = append(rows, row)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, question := range slices.Sorted(maps.Keys(gateAnswers)) {
		for _, r := range releases {
			if err := checkQuestion(rows, question, r); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return rows, nil
}

func parseGateRow(f []string, releases []*Release) (gateRow, error) {
	row := gateRow{question: f[0], answer: f[1], rule: f[4], reason: f[5]}
	answers, known := gateAnswers[row.question]
	switch {
	case !known:
		return row, fmt.Errorf("unknown question %q", row.question)
	case !slices.Contains(answers, row.answer) && (!slices.Contains(answers, template) || !strings.Contains(row.answer, "{")):
		return row, fmt.Errorf("%q is not a valid answer to the question %q", row.answer, row.question)
	case !isRule(row.rule):
		return row, fmt.Errorf("%q is not the number of a rule", row.rule)
	}
	if row.answer == "-" {
		row.answer = ""
	}
	for fact := range strings.SplitSeq(f[3], ",") {
		if name := strings.TrimPrefix(fact, "!"); slices.Contains(gateFacts, name) {
			row.facts = append(row.facts, fact)
		} else if f[3] != "-" {
			return row, fmt.Errorf("unknown fact %q", fact)
		}
	}
	if err := checkFilled(row.answer+" "+row.reason, gateParameters); err != nil {
		return row, err
	}
	var err error
	row.releases, err = parseRange(releases, f[2])
	return row, err
}

// checkQuestion checks that the question always has an answer on r and that every row can be reached.
func checkQuestion(rows []gateRow, question string, r *Release) error {
	answered := false
	for _, row := range rows {
		if row.question != question || !row.releases.Contains(r) || row.isLog() {
			continue
		}
		if answered {
			return fmt.Errorf("question %q, release %s: the row %q is never used, because an earlier row without facts always applies", question, r.ID, row.reason)
		}
		answered = len(row.facts) == 0
	}
	if !answered && !strings.HasPrefix(question, "log-") {
		return fmt.Errorf("question %q, release %s: the last row must have no facts, so that it always applies", question, r.ID)
	}
	return nil
}

// parseABIs reads rows of ABI, SET, REASON.
func parseABIs(file, text string) (map[string]string, error) {
	sets := map[string]string{}
	err := table.EachField(file, text, 3, func(f []string) error {
		if sets[f[0]] != "" {
			return fmt.Errorf("%s is listed more than once", f[0])
		}
		sets[f[0]] = f[1]
		return nil
	})
	return sets, err
}
