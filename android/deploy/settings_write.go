package deploy

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// changeScript is a script of changes to the device. After the steps it reads back what they wrote, and continues only
// if all values are present.
//
// The script may outlive this process: after a pulled cable or a killed run the device's shell would continue,
// and race with the process that restores the device. So the script prints a line before each step, and stops
// when its output is closed. It also stops when later orders have taken over the turn.
type changeScript struct {
	mark  string
	steps strings.Builder
	reads strings.Builder
	then  strings.Builder
}

// turnPath names the orders that may change the device. They remove it at their end.
const turnPath = "/data/local/tmp/.gleslayergen-turn"

// prelude are the functions of the script. step NAME COMMAND... does something to NAME, and stops at what fails. same
// NAME VALUE COMMAND... compares. tell NAME COMMAND... runs something and hands its output on.
const prelude = `t() { read -r r 2>/dev/null <` + turnPath + ` && [ "$r" = %[1]s ]; }
rm -f ` + turnPath + ` 2>/dev/null # one of root's, which we cannot write
echo %[1]s 2>/dev/null >` + turnPath + `; t && turns=1
say() { printf '%%s %%s %%s %%s\n' %[1]s "$1" "$2" "$3" || exit 1; }
begin() { say begin "$1"; [ -z "$turns" ] || t || exit 0; }
step() { n=$1; shift; begin "$n"; o=$("$@" 2>&1); s=$?
case $o in *SecurityException*|*'ecurity exception'*|*'ermission denial'*|*'ermission Denial'*) s=1;; esac
[ "$s" = 0 ] || { say refused "$n" "$s"; printf '%%s\n' "$o"; exit 0; }; }
same() { n=$1; w=$2; shift 2; v=$("$@" 2>/dev/null) && [ "$v" = "$w" ] || { say differs "$n" "$v"; bad=1; }; }
tell() { n=$1; shift; begin "$n"; o=$("$@" 2>&1); say ran "$n" "$?"; printf '%%s\n' "$o"; }
(
`

func newChangeScript() *changeScript { return &changeScript{mark: rand.Text()} }

// set brings a setting or a property to a value.
func (o *changeScript) set(kind, name string, to Value) {
	q, v := adb.Quote(name), adb.Quote(to.Text)
	switch {
	case kind == KindProperty:
		fmt.Fprintf(&o.steps, "step %s setprop %s %s\n", q, q, v)
		fmt.Fprintf(&o.reads, "same %s %s getprop %s\n", q, v, q)
		return
	case to.Set:
		fmt.Fprintf(&o.steps, "step %s settings put global %s %s\n", q, q, v)
	default:
		fmt.Fprintf(&o.steps, "step %s settings delete global %s\n", q, q)
		v = "null"
	}
	fmt.Fprintf(&o.reads, "same %s %s settings get global %s\n", q, v, q)
}

// settings brings settings from one state to another. Android's own copy of them is renewed where that can be asked for.
func (o *changeScript) settings(list []Change) {
	for _, c := range list {
		o.set(KindSetting, c.Name, Value{Text: c.After, Set: c.AfterSet})
	}
	if len(list) > 0 {
		o.steps.WriteString("am refresh-settings-cache >/dev/null 2>&1\n")
	}
}

// runAfter runs a program once all is written, and hands on what it says.
func (o *changeScript) runAfter(name string, words ...string) {
	o.then.WriteString("tell " + name)
	for _, w := range words {
		o.then.WriteString(" " + adb.Quote(w))
	}
	o.then.WriteString("\n")
}

func (o *changeScript) script() string {
	return fmt.Sprintf(prelude, o.mark) + o.steps.String() + o.reads.String() +
		"[ -z \"$bad\" ] || exit 0\n" + o.then.String() + "say done all\n)\nt && rm " + turnPath + "\n"
}

// RunScripts runs scripts one after the other and returns the output of the last. A script stops when its output is
// closed or later orders take over the turn. The journal must contain all changes that the scripts make.
func RunScripts(ctx context.Context, d *adb.Device, scripts ...string) (string, error) {
	o, last := newChangeScript(), ""
	for i, script := range scripts {
		last = fmt.Sprintf("script-%d", i)
		o.runAfter(last, "sh", "-c", script)
	}
	r, err := o.run(ctx, d)
	if err == nil {
		err = r.fault(&device.Facts{Serial: d.Serial})
	}
	return r.ran[last].said, err
}

// stopOtherScripts takes the turn from orders that a killed run has left on the device: they stop before their next step.
func stopOtherScripts(ctx context.Context, d *adb.Device) error {
	_, err := d.Shell(ctx, "rm -f "+turnPath+" 2>/dev/null")
	return err
}

// outcome is how far orders came.
type outcome struct {
	done    bool
	refused map[string]string // what the device said, by the name of what it refused
	differs map[string]string // what is there instead
	ran     map[string]ran
}

type ran struct {
	status string
	said   string
}

// run carries the orders out.
func (o *changeScript) run(ctx context.Context, d *adb.Device) (outcome, error) {
	out, err := d.Shell(ctx, o.script())
	if err != nil {
		return outcome{}, err
	}
	return o.read(out.Stdout), nil
}

// read takes apart what the script said. Whatever stands behind one of its lines is what a program said.
func (o *changeScript) read(text string) outcome {
	r := outcome{refused: map[string]string{}, differs: map[string]string{}, ran: map[string]ran{}}
	for part := range strings.SplitSeq("\n"+text, "\n"+o.mark+" ") {
		line, said, _ := strings.Cut(part, "\n")
		f := append(strings.SplitN(line, " ", 3), "", "", "")
		said = strings.TrimSpace(said)
		switch f[0] {
		case "refused":
			r.refused[f[1]] = said
		case "differs":
			r.differs[f[1]] = strings.TrimSpace(f[2] + "\n" + said)
		case "ran":
			r.ran[f[1]] = ran{f[2], said}
		case "done":
			r.done = true
		}
	}
	return r
}
