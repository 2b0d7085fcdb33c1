package settings

import "testing"

func TestFile(t *testing.T) {
	for _, c := range []struct{ xdg, home, want string }{
		{"/x", "/h", "/x/my-watch.conf"}, {"", "/h", "/h/.config/my-watch.conf"}, {"x", "/h", "/h/.config/my-watch.conf"}, {"", "", ""},
	} {
		env := map[string]string{"XDG_CONFIG_HOME": c.xdg, "HOME": c.home}
		if got := watch.File(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestAssign checks that other lines stay, and that the first line with the name applies.
func TestAssign(t *testing.T) {
	for _, c := range []struct{ text, value, want string }{
		{"", "5", "log.limit=5\n"},
		{"mine=a b", "5", "mine=a b\nlog.limit=5\n"},
		{"# note\nlog.limit=1\nlog.limits=2\n", "5", "# note\nlog.limit=5\nlog.limits=2\n"},
		{"log.limit=1\r\nmine=2\r\nlog.limit=3\n", "5", "log.limit=5\nmine=2\r\n"},
		{"log.limit=1\nmine=2\nlog.limit=3", "", "mine=2\n"},
		{"", "", ""},
	} {
		got := Assign(c.text, Assignment{"log.limit", c.value})
		if got != c.want {
			t.Errorf("%q: %q", c.text, got)
		}
		if value := ValueIn(got, "log.limit"); value != c.value {
			t.Errorf("%q: the value is %q", got, value)
		}
	}
	if got := ValueIn("log.limit=1\r\nlog.limit=2\n", "log.limit"); got != "1" {
		t.Errorf("%q", got)
	}
}
