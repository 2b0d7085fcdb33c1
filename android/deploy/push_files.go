package deploy

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/journal"
)

// scratch is the folder of the device that adb can write to.
const scratch = "/data/local/tmp"

// target is a layer on its way to a folder of the device.
type target struct {
	local, final string
	size         int64
	sum          string // sha256, in hex

	scratch string // where adb puts it
	part    string // where it becomes whole, beside its place
	aside   string // where what stood in its place waits; "": nothing did
	found   string // sha256 of what stands in its place; "": nothing
}

// newTargets are the layers of a push to a folder.
func (p *pushing) newTargets(folder string) ([]*target, error) {
	var out []*target
	for i, l := range p.layers {
		size, sum, err := digest(l.Path)
		if err != nil {
			return nil, &android.Error{What: l.Path, Why: reason(err, l.Path), Advice: "is it being written just now? Try again"}
		}
		id := fmt.Sprintf("%s-%d", strings.ToLower(rand.Text()[:12]), i)
		out = append(out, &target{local: l.Path, final: path.Join(folder, l.Name), size: size, sum: sum,
			scratch: path.Join(scratch, "gleslayergen-"+id), part: path.Join(folder, ".gleslayergen-"+id)})
	}
	return out, nil
}

// digest is the size of a file and its sha256.
func digest(name string) (int64, string, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return n, hex.EncodeToString(h.Sum(nil)), err
}

// filing brings files to a folder of the device, as somebody who can write there.
type filing struct {
	p       *pushing
	who     string // as in journal.Change.As
	mode    string // of the files
	targets []*target
	folders []string // that have to be there, the outer one first
	missing []string // of them
	changes []journal.Change
}

// as is a script run by who can write there.
func (f *filing) as(script string) string {
	var words []string
	for _, w := range as(f.p.s, journal.Change{Kind: journal.File, As: f.who, User: f.p.s.User}, script) {
		words = append(words, adb.Quote(w))
	}
	return strings.Join(words, " ")
}

// run brings the files there. The journal knows each change before it is made.
func (f *filing) run(ctx context.Context) error {
	if err := f.survey(ctx); err != nil {
		return err
	}
	todo := slices.DeleteFunc(slices.Clone(f.targets), func(t *target) bool { return t.found == t.sum })
	if len(todo) > 0 {
		if err := f.write(ctx, todo); err != nil {
			return err
		}
	}
	return f.list(ctx, todo)
}

// survey finds out what is there.
func (f *filing) survey(ctx context.Context) error {
	script := ""
	for _, folder := range f.folders {
		script += fmt.Sprintf("if [ -d %s ]; then echo '= there'; else echo '= none'; fi\n", adb.Quote(folder))
	}
	for _, t := range f.targets {
		script += fmt.Sprintf("if [ -e %[1]s ]; then echo \"= $(sha256sum <%[1]s | head -c 64)\"; else echo '= none'; fi\n", adb.Quote(t.final))
	}
	out, err := f.p.d.Shell(ctx, f.as(script))
	if err != nil {
		return err
	}
	answers := answersOf(out.Stdout, len(f.folders)+len(f.targets))
	if answers == nil {
		return f.failed("", out)
	}
	for i, folder := range f.folders {
		if answers[i] == "none" {
			f.missing = append(f.missing, folder)
		}
	}
	for i, t := range f.targets {
		if sum := answers[len(f.folders)+i]; sum != "none" {
			t.found = sum
		}
	}
	return nil
}

// write writes what is not there yet.
func (f *filing) write(ctx context.Context, todo []*target) (err error) {
	j, err := journal.Open(f.p.d.Serial)
	if err != nil {
		return err
	}
	defer j.Close()
	f.plan(j, todo)
	if err := j.Begin(f.changes...); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.sweep(ctx, j, todo)
		}
	}()
	for _, t := range todo {
		if err := f.p.d.Push(ctx, t.local, t.scratch); err != nil {
			return err
		}
	}
	out, err := f.p.d.Shell(ctx, f.script(todo))
	if err != nil {
		return err
	}
	if answers := answersOf(out.Stdout, len(todo)); answers == nil || slices.Contains(answers, "failed") {
		return f.failed(todo[max(0, slices.Index(answers, "failed"))].final, out)
	}
	return j.Done(f.passing(todo)...)
}

// plan says what will be changed: files that pass, folders, and last the files that stay.
func (f *filing) plan(j *journal.Journal, todo []*target) {
	f.changes = f.passing(todo)
	for _, folder := range f.missing {
		f.changes = append(f.changes, journal.Change{Kind: journal.Folder, Name: folder, AfterSet: true, As: f.who})
	}
	for _, t := range todo {
		c := journal.Change{Kind: journal.File, Name: t.final, After: t.sum, AfterSet: true, User: f.p.s.User, As: f.who}
		if t.found != "" && !ours(j, t) {
			t.aside = path.Join(path.Dir(t.final), ".gleslayergen-before-"+path.Base(t.part)[len(".gleslayergen-"):])
			c.Before, c.BeforeSet = t.aside, true
		}
		f.changes = append(f.changes, c)
	}
}

// ours reports whether what stands in a layer's place is what an earlier push put there.
func ours(j *journal.Journal, t *target) bool {
	return slices.ContainsFunc(j.Changes(), func(c journal.Change) bool {
		return c.Kind == journal.File && c.Name == t.final && c.After == t.found
	})
}

// passing are the files that are there for moments only.
func (f *filing) passing(todo []*target) []journal.Change {
	var out []journal.Change
	for _, t := range todo {
		out = append(out, journal.Change{Kind: journal.File, Name: t.scratch, AfterSet: true},
			journal.Change{Kind: journal.File, Name: t.part, AfterSet: true, User: f.p.s.User, As: f.who})
	}
	return out
}

// script puts the files in their places: whole beside it first, then under their names at once.
func (f *filing) script(todo []*target) string {
	script := ""
	for _, folder := range f.missing {
		q := adb.Quote(folder)
		script += f.as("mkdir "+q+" && chmod 0755 "+q) + " || exit 1\n"
	}
	for _, t := range todo {
		script += fmt.Sprintf("%s && %s && echo '= placed' || echo '= failed'\nrm -f %s\n", f.copy(t), f.as(f.move(t)), t.scratch)
	}
	return script
}

// copy makes a layer whole beside its place. An app cannot read the scratch folder: it gets the file through a pipe.
func (f *filing) copy(t *target) string {
	part, from, pipe := adb.Quote(t.part), "", "cat "+t.scratch+" | "
	if f.who == journal.Root { // it can, and su takes its commands where a pipe would end
		from, pipe = t.scratch, ""
	}
	return pipe + f.as(fmt.Sprintf(`umask 077; cat %[1]s >%[2]s && chmod %[3]s %[2]s && [ "$(sha256sum <%[2]s | head -c 64)" = %[4]s ]`, from, part, f.mode, t.sum))
}

// move gives it its name. What has the name goes aside, and comes back if that fails.
func (f *filing) move(t *target) string {
	part, final, aside := adb.Quote(t.part), adb.Quote(t.final), adb.Quote(t.aside)
	if t.aside == "" {
		return fmt.Sprintf("mv -f %s %s", part, final)
	}
	return fmt.Sprintf("mv %[2]s %[3]s && { mv %[1]s %[2]s || { mv %[3]s %[2]s; false; }; }", part, final, aside)
}

// sweep takes away what a failed push left. What cannot be reached now, restore takes away later.
func (f *filing) sweep(ctx context.Context, j *journal.Journal, todo []*target) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	script := ""
	for _, t := range todo {
		script += fmt.Sprintf("rm -f %s\n%s\n", t.scratch, f.as("rm -f "+adb.Quote(t.part)))
		script += f.as(fmt.Sprintf(`echo "= $(sha256sum <%s | head -c 64)"`, adb.Quote(t.final))) + "\n"
	}
	out, err := f.p.d.Shell(ctx, script)
	if answers := answersOf(out.Stdout, len(todo)); err == nil && answers != nil {
		_ = j.Done(f.unmade(todo, answers)...) // what stays written down is only looked at once more
	}
}

// unmade are the changes that a failed push did not make, or that were swept away, by what has the layers' names now.
func (f *filing) unmade(todo []*target, now []string) []journal.Change {
	done := f.passing(todo)
	for i, t := range todo {
		if now[i] != t.found {
			continue
		}
		for _, c := range f.changes {
			if c.Name == t.final {
				done = append(done, c)
			}
		}
	}
	return done
}

// list reads back what is there.
func (f *filing) list(ctx context.Context, todo []*target) error {
	script := ""
	for _, t := range f.targets {
		script += fmt.Sprintf("echo \"= $(stat -c '%%a %%s' %s)\"\n", adb.Quote(t.final))
	}
	out, err := f.p.d.Shell(ctx, f.as(script))
	if err != nil {
		return err
	}
	answers := answersOf(out.Stdout, len(f.targets))
	for i, t := range f.targets {
		file := PushedFile{Path: t.final, There: !slices.Contains(todo, t)}
		if answers != nil {
			_, _ = fmt.Sscanf(answers[i], "%s %d", &file.Mode, &file.Size)
		}
		if file.Size != t.size {
			return &adb.Error{What: f.p.d.Serial + ": " + t.final, Why: "it is not there, or not whole, after it was written", Advice: "see what else works on the device, then try again"}
		}
		f.p.report.Files = append(f.p.report.Files, file)
	}
	return nil
}

// failed is the error of what the device's shell could not do.
func (f *filing) failed(name string, out adb.Output) error {
	what := f.p.d.Serial
	if name != "" {
		what += ": " + name
	}
	return adb.Refused(what, out.Stderr+"\n"+out.Stdout)
}
