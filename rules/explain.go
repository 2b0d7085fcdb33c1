package rules

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// sentence is one row of data/explain.txt.
type sentence struct{ key, text string }

var sentences = sync.OnceValue(func() []sentence {
	return must(parseSentences("explain.txt", explainTable))
})

// parseSentences reads rows of KEY, SENTENCE. Each sentence cites a rule.
func parseSentences(file, text string) ([]sentence, error) {
	var out []sentence
	err := table.EachField(file, text, 2, func(f []string) error {
		if len(citedRules(f[1])) == 0 {
			return errors.New("the sentence must cite a rule, such as \"(rule 3.1)\"")
		}
		out = append(out, sentence{f[0], f[1]})
		return nil
	})
	return out, err
}

// Explain describes what the loader does with the name, in short sentences that cite their rules. Sentences
// have no initial capital and no full stop.
func (n Name) Explain() []string {
	facts := n.facts()
	slots := strconv.Itoa(Newest().Slots())
	var out []string
	for _, s := range sentences() {
		if g := facts[s.key]; !g.Empty() {
			out = append(out, strings.NewReplacer("{releases}", g.phrase(), "{slots}", slots).Replace(s.text))
		}
	}
	return out
}

// citedRules returns the numbers after each "rule" or "rules" of a text:
// "(rules 3.1, 3.3)" gives 3.1 and 3.3, "rules 2.3 to 2.5" 2.3 and 2.5.
func citedRules(text string) []string {
	var rules []string
	citing := false
	for _, word := range strings.Fields(text) {
		bare := strings.Trim(word, "().,;:")
		switch {
		case bare == "rule" || bare == "rules":
			citing = true
		case citing && isRule(bare):
			rules = append(rules, bare)
		case bare != "and" && bare != "to":
			citing = false
		}
	}
	return rules
}
