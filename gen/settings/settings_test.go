package settings

import (
	"encoding/json"
	"strings"
	"testing"
)

// watch is the description of a layer with a setting of each type.
var watch = Declared{Schema: 1, Layer: "my-watch", Settings: []Setting{
	{Name: "log", Type: Choice, Default: "normal", Choices: []string{"normal", "debug"}},
	{Name: "hooks", Type: List},
	{Name: "log.on", Type: Bool, Default: "1"},
	{Name: "log.limit", Type: Int, Default: "150", Range: []int32{1, 1000}},
	{Name: "crumbs.directory", Type: Path},
}}

func TestValues(t *testing.T) {
	for _, c := range []struct{ assignment, want string }{
		{"log=debug", ""},
		{"log=loud", "log=loud: must be one of normal, debug"},
		{"log.on=0", ""},
		{"log.on=true", ""},
		{"log.on=2", "log.on=2: must be 0 or 1"},
		{"log.on=", ""},
		{"log.limit=1000", ""},
		{"log.limit=1001", "log.limit=1001: must be a number from 1 to 1000"},
		{"log.limit=0", "log.limit=0: must be a number from 1 to 1000"},
		{"log.limit=+5", "log.limit=+5: must be a number from 1 to 1000"},
		{"log.limit=99999999999", "log.limit=99999999999: must be a number from 1 to 1000"},
		{"crumbs.directory=/tmp", ""},
		{"crumbs.directory=tmp", "crumbs.directory=tmp: must be an absolute path"},
		{"hooks=-gl*,+glClear", ""},
		{"hooks=a\nb", "hooks=a\nb: a value must not contain a line break or a null character"},
		{"log.lmit=3", `unknown setting "log.lmit" (did you mean "log.limit"?)`},
	} {
		list, err := Parse(c.assignment)
		if err != nil {
			t.Fatal(err)
		}
		accepted, err := Accept([]*Declared{&watch}, list[0])
		if got := text(err); got != c.want || (err == nil) != (len(accepted) == 1) {
			t.Errorf("%q: %s", c.assignment, got)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSeveralLayers checks that each layer with the setting gets it, and that the suggestion is from all layers.
func TestSeveralLayers(t *testing.T) {
	other := Declared{Schema: 1, Layer: "pace", Settings: []Setting{{Name: "frames.on", Type: Bool, Default: "1"}}}
	layers := []*Declared{&watch, &other}
	for name, want := range map[string]string{"frames.on": "pace", "log.on": "my-watch"} {
		if got, err := Accept(layers, Assignment{name, "0"}); err != nil || len(got) != 1 || got[0].Layer != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := Accept(layers, Assignment{"frame.on", "0"}); !strings.Contains(text(err), `"frames.on"`) {
		t.Error(err)
	}
	if _, err := Accept(nil, Assignment{"frames.on", "0"}); !strings.Contains(text(err), "no layer declares settings") {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	if got := watch.Property("log.limit"); got != "debug.my-watch.log.limit" {
		t.Error(got)
	}
	if got := watch.Variable("log.limit"); got != "MY_WATCH_LOG_LIMIT" {
		t.Error(got)
	}
	for _, bad := range []string{"log", "=1", ""} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q", bad)
		}
	}
}

// TestRead checks that a description is read as it was written, and that an invalid one is an error: it comes from a file that is
// not trusted.
func TestRead(t *testing.T) {
	whole, err := json.Marshal(watch)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read(whole)
	if err != nil || len(d.Settings) != len(watch.Settings) || d.Layer != watch.Layer {
		t.Errorf("%+v, %v", d, err)
	}
	for _, c := range [][2]string{
		{`"schema":1`, `"schema":2`},
		{`"my-watch"`, `"my watch;reboot"`},
		{`"log.on"`, `"log.$(reboot)"`},
		{`"bool"`, `"float"`},
		{`[1,1000]`, `[1000,1]`},
		{`[1,1000]`, `[1]`},
		{`"150"`, `"1500"`},
		{`["normal","debug"]`, `["normal","a b"]`},
		{`["normal","debug"]`, `[]`},
		{`{"schema"`, `"schema"`},
	} {
		if _, err := Read([]byte(strings.Replace(string(whole), c[0], c[1], 1))); err == nil {
			t.Errorf("%s: no error", c[1])
		}
	}
}

// TestNumbers checks the values in C.
func TestNumbers(t *testing.T) {
	for name, want := range map[string]map[string]int32{"log": {"normal": 0, "debug": 1}, "log.on": {"off": 0, "true": 1}, "log.limit": {"150": 150}, "hooks": {"-a": 0}} {
		s, _ := watch.Find(name)
		for value, n := range want {
			if got := s.Number(value); got != n {
				t.Errorf("%s=%s: %d", name, value, got)
			}
		}
	}
}

// FuzzRead checks that each description that Read accepts has valid defaults.
func FuzzRead(f *testing.F) {
	whole, err := json.Marshal(watch)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Read(text)
		if err != nil {
			return
		}
		for _, s := range d.Settings {
			if err := s.CheckValue(s.Default); err != nil || s.Values() == "" || strings.ContainsAny(d.Property(s.Name)+d.Variable(s.Name), " =;$\n") {
				t.Errorf("%+v: %v", s, err)
			}
			if _, err := Accept([]*Declared{d}, Assignment{s.Name, s.Default}); err != nil {
				t.Error(err)
			}
			s.Number(s.Default)
		}
	})
}
