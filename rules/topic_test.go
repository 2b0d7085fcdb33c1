package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

func TestFindTopic(t *testing.T) {
	for id, want := range map[string]string{
		"2.6": "rule-2.6", "rule 2.6": "rule-2.6", "rule-2.6": "rule-2.6", "Rule  2.6.": "rule-2.6", "rules 2.6": "rule-2.6",
		"11": "rule-11", "6.10": "rule-6.10", "trap-markers": "trap-markers", "markers": "trap-markers", "TRAP-ES1": "trap-es1",
	} {
		if topic, ok := FindTopic(id); !ok || topic.ID != want {
			t.Errorf("FindTopic(%q) = %q, %v", id, topic.ID, ok)
		}
	}
	for _, id := range []string{"", "2", "2.60", "rule-", "trap-", "9.1", "nonsense"} {
		if topic, ok := FindTopic(id); ok {
			t.Errorf("FindTopic(%q) = %q", id, topic.ID)
		}
	}
}

// The number of rules in each section that an author needs.
func TestEveryRuleIsATopic(t *testing.T) {
	want := []struct{ section, rules int }{{1, 11}, {2, 11}, {3, 5}, {4, 9}, {5, 7}, {6, 19}, {7, 9}, {8, 4}}
	topics := Topics()
	i := 0
	for _, s := range want {
		for n := 1; n <= s.rules; n++ {
			if id := "rule-" + itoa(s.section) + "." + itoa(n); topics[i].ID != id {
				t.Fatalf("topic %d is %s, not %s", i, topics[i].ID, id)
			}
			i++
		}
	}
	if topics[i].ID != "rule-11" || len(topics) != i+1+len(Pitfalls()) {
		t.Error("rule-11 and the traps do not follow the numbered rules")
	}
}

func itoa(n int) string { return strings.Repeat("1", n/10) + string(rune('0'+n%10)) }

func TestReferencesExist(t *testing.T) {
	for _, topic := range Topics() {
		if topic.Title == "" || strings.HasSuffix(topic.Title, ".") || !strings.HasSuffix(topic.Text, ".") {
			t.Errorf("%s: title %q, text %q", topic.ID, topic.Title, topic.Text)
		}
		for _, id := range topic.See {
			if see, ok := FindTopic(id); !ok || see.ID != id || id == topic.ID {
				t.Errorf("%s: see %s", topic.ID, id)
			}
		}
		if len(slices.Compact(slices.Sorted(slices.Values(topic.See)))) != len(topic.See) {
			t.Errorf("%s: see has an id twice: %v", topic.ID, topic.See)
		}
		checkCited(t, topic.ID, topic.Text)
	}
	for _, trap := range Pitfalls() {
		checkCited(t, trap.ID, "rule "+trap.Rule)
	}
	for _, s := range sentences() {
		checkCited(t, s.key, s.text)
	}
	if err := table.EachField("names.txt", namesTable, 4, func(f []string) error {
		checkCited(t, f[1], "rule "+f[3])
		return nil
	}); err != nil {
		t.Error(err)
	}
	checkCited(t, "releases.txt", releasesTable)
}

func checkCited(t *testing.T, where, text string) {
	t.Helper()
	for _, number := range citedRules(text) {
		if _, ok := FindTopic("rule-" + number); !ok {
			t.Errorf("%s: cites rule %s, which is no topic", where, number)
		}
	}
}

func TestCitedRules(t *testing.T) {
	for text, want := range map[string][]string{
		"so it is (rule 2.10).":         {"2.10"},
		"(rules 3.1, 3.3); one of 256":  {"3.1", "3.3"},
		"rules 2.3 to 2.5 and 11 apply": {"2.3", "2.5", "11"},
		"no rule at all 2.6":            nil,
		"the EGL list, rule 2.4)":       {"2.4"},
	} {
		if got := citedRules(text); !slices.Equal(got, want) {
			t.Errorf("%q cites %v, not %v", text, got, want)
		}
	}
}
