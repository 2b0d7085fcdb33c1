package deploy

import (
	"slices"
	"testing"
)

func TestUnwind(t *testing.T) {
	set := func(s string) Value { return Value{s, true} }
	none := Value{}
	first, second := settingChange("x", "", "one"), settingChange("x", "one", "two")
	over := settingChange("x", "other", "two")
	prop := Change{Kind: KindProperty, Name: "x", After: "one", AfterSet: true, BootID: "now"}
	old := prop
	old.BootID = "before"
	for name, c := range map[string]struct {
		changes []Change
		now, to Value
		foreign int
	}{
		"one change":                     {[]Change{first}, set("one"), none, 0},
		"never made":                     {[]Change{first}, none, none, 0},
		"two":                            {[]Change{first, second}, set("two"), none, 0},
		"the second never made":          {[]Change{first, second}, set("one"), none, 0},
		"none made":                      {[]Change{first, second}, none, none, 0},
		"changed since":                  {[]Change{first}, set("other"), set("other"), 1},
		"deleted since":                  {[]Change{second}, none, none, 1},
		"changed between, then replaced": {[]Change{first, over}, set("two"), set("other"), 1},
		"only seen, the same":            {[]Change{settingChange("x", "a", "a")}, set("a"), set("a"), 0},
		"only seen, changed":             {[]Change{settingChange("x", "a", "a")}, set("b"), set("b"), 0},
		"property":                       {[]Change{prop}, set("one"), none, 0},
		"property, rebooted":             {[]Change{old}, none, none, 0},
		"property, set after a reboot":   {[]Change{old}, set("one"), set("one"), 0},
		"empty is not unset":             {[]Change{{Kind: KindSetting, Name: "x", BeforeSet: true, After: "a", AfterSet: true}}, set("a"), set(""), 0},
	} {
		t.Run(name, func(t *testing.T) {
			out := Unwind(c.changes, "now", func(string, string) Value { return c.now })
			if len(out) != 1 || out[0].To != c.to || out[0].Now != c.now || len(out[0].Foreign) != c.foreign {
				t.Errorf("%+v", out)
			}
			if len(out[0].Settled)+len(out[0].Foreign) != len(c.changes) {
				t.Errorf("some change has no end: %+v", out)
			}
		})
	}
}

func TestUnwindGoesBackInOrder(t *testing.T) {
	file := Change{Kind: KindFile, Name: "/a/b"}
	out := Unwind([]Change{settingChange("a", "", "1"), file, settingChange("b", "", "2"), settingChange("a", "1", "3")}, "", func(_, name string) Value {
		return Value{map[string]string{"a": "3", "b": "2"}[name], true}
	})
	var names []string
	for _, u := range out {
		names = append(names, u.Name)
	}
	if !slices.Equal(names, []string{"a", "b"}) || out[0].To.Set || out[1].To.Set || len(out[0].Settled) != 2 {
		t.Errorf("%+v", out)
	}
}

// TestUnwindTellsWhatWas checks the value before consecutive changes, also if another process wrote in
// between.
func TestUnwindTellsWhatWas(t *testing.T) {
	theirs := Value{"theirs", true}
	for name, c := range map[string]struct {
		changes []Change
		first   Value
	}{
		"one":                  {[]Change{settingChange("x", "", "one")}, Value{}},
		"two":                  {[]Change{settingChange("x", "", "one"), settingChange("x", "one", "two")}, Value{}},
		"another's between":    {[]Change{settingChange("x", "", "one"), settingChange("x", "other", "two")}, Value{"other", true}},
		"the first never made": {[]Change{settingChange("x", "", "one"), settingChange("x", "", "two")}, Value{}},
	} {
		out := Unwind(c.changes, "", func(string, string) Value { return theirs })
		if len(out) != 1 || out[0].First != c.first || out[0].To != theirs {
			t.Errorf("%s: %+v", name, out)
		}
	}
}
