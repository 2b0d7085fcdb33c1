package why

import (
	"strings"
	"testing"
)

// TestRemediesKeepTheTarget checks that commands select the user, if not the foreground user, and the given
// device and server.
func TestRemediesKeepTheTarget(t *testing.T) {
	for _, f := range faults {
		e := wellDevice()
		f.spoil(&e)
		e.User, e.Target = 10, Target{Tool: "--server h:1 -s S", ADB: "-L tcp:h:1 -s S"}
		for command := range strings.SplitSeq(result(Explain(e), f.id).Remedy, " && ") {
			device := strings.HasPrefix(command, "adb ") || strings.HasPrefix(command, "gleslayergen device ")
			if device && !strings.Contains(command, " -s S ") && !strings.HasSuffix(command, " -s S") {
				t.Errorf("%s: %s", f.name, command)
			}
			user := strings.Contains(command, "com.example.game") || strings.Contains(command, " install ")
			if user && !strings.Contains(command, " --user 10") {
				t.Errorf("%s: no user: %s", f.name, command)
			}
		}
	}
}

// TestUntypedNames checks that a command never contains a name with unprintable characters, and that the
// message explains it.
func TestUntypedNames(t *testing.T) {
	for _, name := range []string{"a\x1b[31m.so", "a\nb.so", "a\u202eb.so", "a\xffb.so"} {
		e := wellDevice()
		unstarted(&e)
		e.Settings.Layers = name
		d := Explain(e)
		if want := "gleslayergen device push PATH/TO/LAYER.so --to app --app com.example.game"; d.First.Remedy != want || !strings.Contains(d.First.What, "\""+name+"\" has characters that cannot be typed") {
			t.Errorf("%q: %+v", name, d.First)
		}
	}
}

// TestFileComesBeforeSettings: settings do not help if the file is not there. A wrong name is corrected with
// them.
func TestFileComesBeforeSettings(t *testing.T) {
	for _, c := range []struct {
		spoil func(*Evidence)
		want  string
	}{
		{moved(""), "gleslayergen device push PATH/TO/liba.so --to app --app com.example.game && gleslayergen device enable --app com.example.game liba.so"},
		{func(e *Evidence) { unstarted(e); e.Settings.Layers = "a.so" }, "gleslayergen device enable --app com.example.game liba.so --replace"},
	} {
		e := wellDevice()
		c.spoil(&e)
		e.Settings.Enable = ""
		if d := Explain(e); d.First.ID != "why-enabled" || d.First.Remedy != c.want {
			t.Errorf("%+v", d.First)
		}
	}
}

// TestCommandsAreQuoted checks that each value is one word for the user's shell.
func TestCommandsAreQuoted(t *testing.T) {
	e := wellDevice()
	unstarted(&e)
	e.Settings.Enable, e.Settings.Layers, e.Target = "", "$(reboot).so", Target{Tool: "-s 'a b'"}
	d := Explain(e)
	if want := "gleslayergen device -s 'a b' enable --app com.example.game '$(reboot).so'"; !strings.HasSuffix(d.First.Remedy, want) || !strings.Contains(d.First.Remedy, "push PATH/TO/'$(reboot).so' ") {
		t.Errorf("%s", d.First.Remedy)
	}
}
