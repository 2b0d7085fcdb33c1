package deploy

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/journal"
	"github.com/gleslayergen/gleslayergen/internal/filetest"
)

// TestOrdersRead takes apart what the script says, with hostile words between.
func TestOrdersRead(t *testing.T) {
	o := newOrders()
	r := o.read(strings.NewReplacer("@", o.mark).Replace("noise\n@ begin a \n@ refused a 255\n\nException occurred:\njava.lang.SecurityException: no\n@x done all\n" +
		"@ differs b line one\nline two\n@ begin start \n@ ran start 1\nError: @ done all\n"))
	if r.done || r.refused["a"] != "Exception occurred:\njava.lang.SecurityException: no\n"+o.mark+"x done all" ||
		r.differs["b"] != "line one\nline two" || r.ran["start"] != (ran{"1", "Error: " + o.mark + " done all"}) {
		t.Errorf("%+v", r)
	}
	if r := o.read(o.mark + " begin a \n" + o.mark + " done all \n"); !r.done || r.fault(&device.Facts{}) != nil {
		t.Errorf("%+v", r)
	}
}

func TestFault(t *testing.T) {
	f := &device.Facts{Serial: "s", Manufacturer: "Xiaomi"}
	for name, c := range map[string]struct {
		r     outcome
		words string
	}{
		"refused": {outcome{refused: map[string]string{"a": "\njava.lang.SecurityException: no\n\tat x"}}, "Xiaomi lets adb write no settings: java.lang.SecurityException: no"},
		"differs": {outcome{differs: map[string]string{"a": "x"}}, `did not keep it: it is "x"`},
		"cut":     {outcome{}, "ended in the middle"},
	} {
		var e *adb.Error
		if err := c.r.fault(f); !errors.As(err, &e) || !strings.Contains(e.Error(), c.words) || e.Advice == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOrdersAreShell gives every kind of value to a real shell, with programs that keep a setting as Android's do.
func TestOrdersAreShell(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, dir, map[string]string{
		"settings": "#!/bin/sh\ncase $1 in put) printf '%s\\n' \"$4\" >" + dir + "/is;; get) cat " + dir + "/is;; esac\n",
		"am":       "#!/bin/sh\nexit 255\n",
	})
	for _, name := range []string{"settings", "am"} {
		if err := os.Chmod(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for _, value := range []string{"a.so", "it's", `"$(x)"`, "a b", "*", `\`, "-n", ""} {
		o := newOrders()
		o.settings([]journal.Change{{Kind: journal.Setting, Name: "name", After: value, AfterSet: true}})
		o.tell("start", "printf", "%s", value)
		out, err := exec.Command("sh", "-c", strings.ReplaceAll(o.script(), turnFile, dir+"/turn")).CombinedOutput()
		r := o.read(string(out))
		if err != nil || r.fault(&device.Facts{}) != nil || r.ran["start"] != (ran{"0", value}) {
			t.Errorf("%q: %v\n%s\n%+v", value, err, out, r)
		}
		if _, err := os.Stat(dir + "/turn"); err == nil {
			t.Error("the turn is still taken")
		}
	}
}
