package check

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// seen are the ids of findings in tests.
var seen sync.Map

// TestMain checks that the tests as a whole have broken each rule.
func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	whole := flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.fuzz").Value.String() == "" && flag.Lookup("test.list").Value.String() == ""
	for _, r := range Rules() {
		if _, ok := seen.Load(r.ID); code == 0 && whole && !ok {
			fmt.Fprintf(os.Stderr, "no test has a file that breaks %s\n", r.ID)
			code = 1
		}
	}
	os.Exit(code)
}

func TestTable(t *testing.T) {
	form := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	known := map[string]bool{}
	for _, topic := range rules.Topics() {
		known[topic.ID] = true
	}
	for _, r := range Rules() {
		if !form.MatchString(r.ID) || known[r.ID] || r.Title == "" || strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Why, ".") ||
			r.Remedy == "" || strings.HasSuffix(r.Remedy, ".") || r.Severity != Error && r.Severity != Warning && r.Severity != Note {
			t.Errorf("%+v", r)
		}
		if r.Refused && r.Severity != Error {
			t.Errorf("%s keeps a layer from loading, and is no error", r.ID)
		}
		for _, id := range r.See {
			if !known[id] {
				t.Errorf("%s: nothing explains %s", r.ID, id)
			}
		}
		known[r.ID] = true
	}
}

// docs/check.md has a row for each rule, in this order.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/check.md")
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(string(data), "|---|---|---|\n")
	got, _, _ = strings.Cut(got, "\nNext: ")
	want := ""
	for _, r := range Rules() {
		want += fmt.Sprintf("| `%s` | %s | %s |\n", r.ID, r.Severity, r.Title)
	}
	if got != want {
		t.Errorf("the table of rules in docs/check.md has to be:\n%s", want)
	}
}
