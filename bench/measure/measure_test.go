package measure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSeries(t *testing.T) {
	for _, c := range []struct {
		s                Series
		median, min, max float64
	}{
		{nil, 0, 0, 0},
		{Series{4}, 4, 4, 4},
		{Series{9, 1, 5}, 5, 1, 9},
		{Series{4, 1, 3, 2}, 2.5, 1, 4},
	} {
		if c.s.Median() != c.median || c.s.Min() != c.min || c.s.Max() != c.max {
			t.Errorf("%v: median %v, min %v, max %v", c.s, c.s.Median(), c.s.Min(), c.s.Max())
		}
	}
}

// The order changes, and with three probes, six rounds have all orders. The warm-up round does not count.
func TestTurns(t *testing.T) {
	var order string
	count := 0.0
	probe := func(name string) Probe {
		return Probe{name, func(context.Context) (Values, error) {
			order += name
			count++
			return Values{"": count, Memory: -count}, nil
		}}
	}
	got, err := Turns{Rounds: 3, Warm: true}.Run(t.Context(), probe("a"), probe("b"))
	if err != nil {
		t.Fatal(err)
	}
	if order != "ab"+"ab"+"ba"+"ba" {
		t.Errorf("order %s", order)
	}
	if !slices.Equal(got["a"], Series{3, 6, 8}) || !slices.Equal(got["b"+Memory], Series{-4, -5, -7}) {
		t.Errorf("got %v", got)
	}
	orders := map[string]bool{}
	for round := range 6 {
		orders[fmt.Sprint(turn(0, round, 3), turn(1, round, 3), turn(2, round, 3))] = true
	}
	if len(orders) != 6 {
		t.Errorf("orders %v", orders)
	}
}

func TestTurnsStop(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	_, err := Turns{Rounds: 3}.Run(ctx, Probe{"a", func(context.Context) (Values, error) {
		cancel(why)
		return Values{}, nil
	}})
	if !errors.Is(err, why) {
		t.Errorf("error %v", err)
	}
}

func TestBars(t *testing.T) {
	ref := Reference{"glad", Millisecond, Series{900, 1000, 5000}}
	if limit := Share(1./10, "1/10 of", ref); limit.Value != 100 || limit.Rule != "1/10 of glad" {
		t.Errorf("share: %+v", limit)
	}
	if limit := ScaledBy(2, Nanosecond, Series{0.9}, 1.8); limit.Value != 1 || limit.Rule != "2.00 ns x 0.50" {
		t.Errorf("scaled: %+v", limit)
	}
	if limit := Scaled(30, Millisecond, Series{35}); limit.Value != 15 || limit.Rule != "30.0 ms x 0.50" {
		t.Errorf("scaled: %+v", limit)
	}
}

func TestReport(t *testing.T) {
	r := newReport("test")
	r.Add(Row{What: "fast", Unit: Millisecond, Measured: Series{1, 2, 3}, Limit: Fixed(2)})
	r.Add(Row{What: "slow", Unit: Millisecond, Measured: Series{1, 2.01, 3}, Limit: Fixed(2)})
	r.Add(Row{What: "never run", Unit: Millisecond, Limit: Fixed(2)})
	r.Add(Row{What: "without a limit", Unit: Second, Measured: Series{3}, References: []Reference{{"glad", Second, Series{2}}}})
	if r.countLimits() != 3 || r.countExceeded() != 2 {
		t.Errorf("%d limits, %d exceeded", r.countLimits(), r.countExceeded())
	}
	var table strings.Builder
	r.print(&table)
	for _, want := range []string{"1.00..3.00", "MISSED", "glad 2.00 s (x 1.50)", "3 limits, 2 exceeded"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, table.String())
		}
	}
	var markdown strings.Builder
	r.printMarkdown(&markdown)
	for _, want := range []string{"\n|---|---|---|---|---|---|\n", "| without a limit | 3.00 s | - | glad 2.00 s (x 1.50) | - | info |\n"} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("no %q in\n%s", want, markdown.String())
		}
	}
	text, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(text), `"median":2.01,"min":1,"max":3,"runs":[1,2.01,3]`) {
		t.Errorf("%v %s", err, text)
	}
}

func TestFirstOf(t *testing.T) {
	for _, c := range []struct {
		list string
		n    int
		want string
	}{
		{"0-3", 2, "0,1"}, {"2,5-7", 2, "2,5"}, {"4", 2, "4"}, {"3-4,8", 2, "3,4"}, {"", 2, ""},
		{"0-3", 1, "0"}, {"2,5-7", 1, "2"}, {"2,5-7,9", 4, "2,5,6,7"}, {"5-6,9", 4, "5,6,9"},
	} {
		if got := firstOf(c.list, c.n); got != c.want {
			t.Errorf("%d of %q: %q, not %q", c.n, c.list, got, c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	nothing := func(int, context.Context) error { return nil }
	parts := []Part[int]{{"new", nothing}, {"walk", nothing}}
	all, markdown, err := choose(parts, nil)
	if err != nil || len(all) != 2 || markdown {
		t.Errorf("%d parts, %v, %v", len(all), markdown, err)
	}
	some, markdown, err := choose(parts, []string{"-markdown", "walk"})
	if err != nil || len(some) != 1 || some[0].Name != "walk" || !markdown {
		t.Errorf("%v, %v, %v", some, markdown, err)
	}
	for _, args := range [][]string{{"wlak"}, {"-x"}} {
		if _, _, err := choose(parts, args); err == nil || !strings.Contains(err.Error(), "new, walk") {
			t.Errorf("%v: error %v", args, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	got, err := numbers("go.glClear 73.5\nallocations.glClear 0\n")
	if err != nil || len(got) != 2 || got[" go.glClear"] != 73.5 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := numbers("no number\n"); err == nil {
		t.Error("no error")
	}
}
