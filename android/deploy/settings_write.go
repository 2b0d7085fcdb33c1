package deploy

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// changeScript is a script that changes the device. After its steps it reads back the values they wrote, and
// continues only if all are present.
//
// The script may outlive this process: after a pulled cable or a killed run the device's shell would
// continue, and race with the process that restores the device. So the script prints a line before each step,
// and stops when its output is closed. It also stops when a later script has taken over the turn.
type changeScript struct {
	mark  string
	steps strings.Builder
	reads strings.Builder
	then  strings.Builder
}

// turnPath is the file with the ID of the script that may change the device. A script removes it at its end.
const turnPath = "/data/local/tmp/.gleslayergen-turn"

// prelude has the functions of the script. step NAME COMMAND... runs a command for NAME, and stops the script
// if it fails. same NAME VALUE COMMAND... compares a command's output with a value. tell NAME COMMAND... runs
// a command and prints its output.
const prelude = `t() { read -r r 2>/dev/null <` + turnPath + ` && [ "$r" = %[1]s ]; }
rm -f ` + turnPath + ` 2>/dev/null # a file of root, which the shell user cannot write
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

// set adds the steps that set a setting or property.
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

// settings adds the steps from one state of the settings to another. Where Android allows it, the script also
// refreshes Android's cached copy.
func (o *changeScript) settings(list []Change) {
	for _, c := range list {
		o.set(KindSetting, c.Name, Value{Text: c.After, Set: c.AfterSet})
	}
	if len(list) > 0 {
		o.steps.WriteString("am refresh-settings-cache >/dev/null 2>&1\n")
	}
}

// runAfter adds a command that runs after all writes, and whose output is returned.
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

// RunScripts runs scripts one after the other and returns the output of the last. A script stops when its
// output is closed or a later script takes over the turn. The journal must contain all changes that the
// scripts make.
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

// stopOtherScripts takes over the turn from a script that a killed run has left on the device: it stops
// before its next step.
func stopOtherScripts(ctx context.Context, d *adb.Device) error {
	_, err := d.Shell(ctx, "rm -f "+turnPath+" 2>/dev/null")
	return err
}

// outcome is how far a script ran.
type outcome struct {
	done    bool
	refused map[string]string // output of the device for each name whose step failed
	differs map[string]string // present values that differ
	ran     map[string]ran
}

type ran struct {
	status string
	said   string
}

// run runs the script.
func (o *changeScript) run(ctx context.Context, d *adb.Device) (outcome, error) {
	out, err := d.Shell(ctx, o.script())
	if err != nil {
		return outcome{}, err
	}
	return o.read(out.Stdout), nil
}

// read parses the script's output. Text after one of its lines is the output of a command.
func (o *changeScript) read(text string) outcome {
	r := outcome{refused: map[string]string{}, differs: map[string]string{}, ran: map[string]ran{}}
	for part := range strings.SplitSeq("\n"+text, "\n"+o.mark+" ") {
		line, output, _ := strings.Cut(part, "\n")
		f := append(strings.SplitN(line, " ", 3), "", "", "")
		output = strings.TrimSpace(output)
		switch f[0] {
		case "refused":
			r.refused[f[1]] = output
		case "differs":
			r.differs[f[1]] = strings.TrimSpace(f[2] + "\n" + output)
		case "ran":
			r.ran[f[1]] = ran{f[2], output}
		case "done":
			r.done = true
		}
	}
	return r
}
