package deploy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// The results of a restore step that the script prints.
const (
	wordUndone  = "undone"
	wordAsWas   = "as-it-was" // nothing to do
	wordForeign = "foreign"   // changed by another process since
	wordKept    = "kept"      // cannot be restored by this tool
)

// The scripts that restore objects. Each prints one of the results. %[1]s is the name, %[2]s the value that
// this tool wrote, %[3]s the value before, quoted; %[4]s is the Android user.
var undoScripts = map[string]string{
	// A previous file was moved to a backup; if there is no backup, the file was never moved.
	KindFile: `f=%[1]s; w=%[2]s; b=%[3]s
if [ ! -e "$f" ]; then
  if [ -n "$b" ] && [ -e "$b" ]; then mv "$b" "$f" && echo undone; else echo as-it-was; fi
elif [ -n "$b" ] && [ ! -e "$b" ]; then echo as-it-was
elif [ -z "$w" ] || [ "$(sha256sum <"$f" | head -c 64)" = "$w" ]; then
  if [ -n "$b" ]; then mv "$b" "$f"; else rm "$f"; fi && echo undone
else echo foreign; fi`,
	KindDir: `if [ ! -d %[1]s ]; then echo as-it-was
elif [ -z "$(ls -A %[1]s)" ]; then rmdir %[1]s && echo undone
else echo kept; fi`,
	KindPackage: `a=$(pm path --user %[4]s %[1]s 2>/dev/null | head -n 1); a=${a#package:}; w=%[2]s; b=%[3]s
if [ -z "$a" ]; then echo as-it-was
elif [ -n "$b" ]; then echo kept
elif [ -z "$w" ] || [ "$(sha256sum <"$a" | head -c 64)" = "$w" ]; then
  o=$(pm uninstall --user %[4]s %[1]s 2>&1); echo "$o"; case $o in *Success*) echo undone;; esac
else echo foreign; fi`,
	KindSELinux: `m=$(getenforce); if [ "$m" = %[3]s ]; then echo as-it-was
elif [ "$m" = %[2]s ]; then setenforce %[3]s && echo undone
else echo foreign; fi`,
}

// planUndoScripts plans how to undo all changes except settings and properties, the last change first. They
// run after the settings are restored: no setting may name a package that is removed (rule 6.19).
func (b *restorer) planUndoScripts() {
	for i, c := range slices.Backward(b.changes) {
		script, ok := undoScripts[c.Kind]
		if !ok {
			continue
		}
		p := restorePlan{RestoreItem: RestoreItem{Kind: c.Kind, Name: c.Name, From: present(c), To: before(c)}, key: fmt.Sprintf("thing-%d", i), settles: []Change{c}}
		if p.write = !c.EndsAtReboot() || c.BootID == b.s.BootID; p.write {
			was := c.Before
			if c.BeforeSet && was == "" {
				was = "there"
			}
			script = fmt.Sprintf(script, adb.Quote(c.Name), adb.Quote(c.After), adb.Quote(was), fmt.Sprint(c.User))
			b.changeScript.runAfter(p.key, as(b.s, c, script)...)
		}
		b.plans = append(b.plans, p)
	}
}

// As returns a shell command that runs a script as an app of a user, as root (AsRoot), or as the shell user
// ("").
func As(s *device.State, who string, user int, script string) string {
	var words []string
	for _, w := range as(s, Change{Kind: KindFile, As: who, User: user}, script) {
		words = append(words, adb.Quote(w))
	}
	return strings.Join(words, " ")
}

// as returns the script wrapped so that it runs as a user with access to the object.
func as(s *device.State, c Change, script string) []string {
	who := c.As
	if c.Kind == KindSELinux {
		who = AsRoot
	}
	switch {
	case who == "" || who == AsRoot && s.RootShell:
		return []string{"sh", "-c", script}
	case who == AsRoot: // su reads its commands as a shell does; Android's echo would change backslashes
		return []string{"sh", "-c", "printf '%s\\n' " + adb.Quote(script) + " | su"}
	}
	return append(strings.Fields(adb.RunAs(who, c.User)), "sh", "-c", script)
}

// present formats the value that this tool wrote.
func present(c Change) string {
	if c.Kind == KindSELinux {
		return c.After
	}
	return "there"
}

// before formats the value before the change.
func before(c Change) string {
	switch {
	case c.Kind == KindSELinux:
		return c.Before
	case c.BeforeSet:
		return "the previous file"
	}
	return "not there"
}

// settle evaluates the results of the script, and returns the settled changes.
func (b *restorer) settle(out outcome) []Change {
	var done []Change
	gone := map[string]bool{} // files that have their original content, whatever a later change left
	for _, p := range slices.Backward(b.plans) {
		word, why := b.word(p, out)
		gone[p.Name] = gone[p.Name] || word == wordUndone || word == wordAsWas
		switch {
		case word == wordUndone:
			b.report.Restored = append(b.report.Restored, p.RestoreItem)
		case word == wordAsWas, word == wordForeign && gone[p.Name]:
		case word == wordForeign || word == wordKept:
			p.Why = why
			b.report.Left = append(b.report.Left, p.RestoreItem)
		default:
			p.Why = why
			b.report.Failed = append(b.report.Failed, p.RestoreItem)
			continue
		}
		done = append(done, p.settles...)
	}
	slices.Reverse(b.report.Restored)
	return done
}

// word returns the result for one object.
func (b *restorer) word(p restorePlan, out outcome) (word, why string) {
	_, refused := out.refused[p.key]
	_, differs := out.differs[p.key]
	switch {
	case !p.write:
		return wordAsWas, ""
	case refused || differs || !out.done:
		return "", "the device did not confirm that this item was restored"
	case Change{Kind: p.Kind}.isValue():
		return wordUndone, ""
	}
	r := out.ran[p.key]
	lines := strings.Split(r.said, "\n")
	switch last := strings.TrimSpace(lines[len(lines)-1]); {
	case last == wordForeign:
		return last, "another process changed this item after gleslayergen"
	case last == wordKept && p.Kind == KindDir:
		return last, "the directory contains other files"
	case last == wordKept:
		return last, "the package was installed before gleslayergen replaced it, and the previous APK was not saved"
	case last == wordUndone || last == wordAsWas:
		return last, ""
	case strings.Contains(r.said, "unknown package"): // its files were removed with it
		return wordAsWas, ""
	case strings.Contains(r.said, "not debuggable"): // another build of the app is installed now
		return wordKept, "adb cannot access the file, because the app is no longer debuggable; Android removes the file when the app is uninstalled"
	default:
		return "", last
	}
}

// fault returns the error for what could not be restored.
func (b *restorer) fault(out outcome) error {
	if err := out.fault(&b.s.Facts); err != nil {
		return err
	}
	for _, f := range b.report.Failed {
		return &adb.Error{What: b.s.Serial + ": " + f.Name, Why: "not restored: " + f.Why,
			Advice: "to try again: gleslayergen device restore; if root access is required, run adb root first"}
	}
	return nil
}

// readProperties reads the properties that the changes name.
func readProperties(ctx context.Context, d *adb.Device, s *device.State, list []Change) (map[string]Value, error) {
	now := map[string]Value{}
	var asked []string
	var script strings.Builder
	for _, c := range list {
		if c.Kind == KindProperty && !slices.Contains(asked, c.Name) {
			asked = append(asked, c.Name)
			fmt.Fprintf(&script, "echo \"= $(getprop %s)\"\n", adb.Quote(c.Name))
		}
	}
	if len(asked) == 0 {
		return now, nil
	}
	out, err := d.Shell(ctx, script.String())
	if err != nil {
		return nil, err
	}
	lines := resultLines(out.Stdout, len(asked))
	if lines == nil {
		return nil, &adb.Error{What: d.Serial, Why: "cannot read the properties of the device", Advice: "to see the output of the device: adb shell getprop " + asked[0]}
	}
	for i, name := range asked {
		now[name] = Value{Text: lines[i], Set: lines[i] != ""}
	}
	return now, nil
}
