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
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// TestOrdersRead parses the script's output with hostile text in between.
func TestOrdersRead(t *testing.T) {
	o := newChangeScript()
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
		"refused": {outcome{refused: map[string]string{"a": "\njava.lang.SecurityException: no\n\tat x"}}, "adb could not write the value on this device (manufacturer Xiaomi): java.lang.SecurityException: no"},
		"differs": {outcome{differs: map[string]string{"a": "x"}}, `but the value is "x"`},
		"cut":     {outcome{}, "closed before all commands were executed"},
	} {
		var e *adb.Error
		if err := c.r.fault(f); !errors.As(err, &e) || !strings.Contains(e.Error(), c.words) || e.Advice == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// androids creates replacements of the device's programs in a directory, and returns the directory.
func androids(t *testing.T, programs map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range programs {
		testutil.WriteFiles(t, dir, map[string]string{name: "#!/bin/sh\nd=" + dir + "\n" + text})
		if err := os.Chmod(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return dir
}

// shell runs a script on this machine.
func (o *changeScript) shell(dir string) (outcome, error) {
	out, err := exec.Command("sh", "-c", strings.ReplaceAll(o.script(), turnPath, dir+"/turn")).Output()
	return o.read(string(out)), err
}

// TestOrdersAreShell passes every kind of value to a real shell, with programs that store a setting as
// Android's do.
func TestOrdersAreShell(t *testing.T) {
	dir := androids(t, map[string]string{"settings": `case $1 in put) printf '%s\n' "$4" >$d/is;; get) cat $d/is;; esac`, "am": "exit 255"})
	for _, value := range []string{"a.so", "it's", `"$(x)"`, "a b", "*", `\`, "-n", ""} {
		o := newChangeScript()
		o.settings([]Change{{Kind: KindSetting, Name: "name", After: value, AfterSet: true}})
		o.runAfter("start", "printf", "%s", value)
		r, err := o.shell(dir)
		if err != nil || r.fault(&device.Facts{}) != nil || r.ran["start"] != (ran{"0", value}) {
			t.Errorf("%q: %+v %v", value, r, err)
		}
		if _, err := os.Stat(dir + "/turn"); err == nil {
			t.Error("the turn is still taken")
		}
	}
}

// TestOrdersStop checks that a script stops at the next step when a later one takes over the turn or the
// output is closed.
func TestOrdersStop(t *testing.T) {
	two := []Change{{Kind: KindSetting, Name: "a", After: "1", AfterSet: true}, {Kind: KindSetting, Name: "b", After: "2", AfterSet: true}}
	written := func(dir string) string {
		text, _ := os.ReadFile(dir + "/is")
		return string(text)
	}
	dir := androids(t, map[string]string{"settings": `echo $3 >>$d/is; echo later >$d/turn`, "am": ""})
	o := newChangeScript()
	o.settings(two)
	if r, err := o.shell(dir); err != nil && err.Error() != "exit status 1" || r.done || written(dir) != "a\n" {
		t.Errorf("%+v %v, written: %s", r, err, written(dir))
	}
	if text, _ := os.ReadFile(dir + "/turn"); string(text) != "later\n" {
		t.Errorf("the turn of later orders is taken away: %q", text)
	}
	dir = androids(t, map[string]string{"settings": `echo $3 >>$d/is; read r <$d/reader; kill $r; while kill -0 $r; do sleep 0.1; done`, "am": ""})
	o = newChangeScript()
	o.settings(two)
	script := strings.ReplaceAll(o.script(), turnPath, dir+"/turn")
	cmd := exec.Command("sh", "-c", `mkfifo "$1/pipe"; cat "$1/pipe" & echo $! >"$1/reader"; exec sh -c "$2" >"$1/pipe"`, "sh", dir, script)
	if err := cmd.Run(); written(dir) != "a\n" {
		t.Errorf("written with no reader: %s (%v)", written(dir), err)
	}
}

// TestSuReadsTheScript checks that su receives the script byte for byte, in a shell whose echo interprets
// backslashes as Android's does.
func TestSuReadsTheScript(t *testing.T) {
	dir := androids(t, map[string]string{"su": "cat >$d/script"})
	const script = `echo 'a\nb\\c\0' "it's" $x`
	words := as(&device.State{}, Change{Kind: KindFile, As: AsRoot}, script)
	words[2] = `echo() { printf '%b\n' "$*"; }; ` + words[2]
	if output, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "script")); err != nil || string(got) != script+"\n" {
		t.Errorf("%q %v", got, err)
	}
}
