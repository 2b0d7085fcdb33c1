package deploy

import (
	"context"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// fileCopy copies files to a directory of the device, as a user with write access.
type fileCopy struct {
	p       *pusher
	who     string // user, as in Change.As
	mode    string // mode of the files
	targets []*target
	dirs    []string // directories to create, the outermost first
	missing []string // mode of the directories
	changes []Change
}

// as returns the script wrapped so that it runs as the user with write access.
func (f *fileCopy) as(script string) string { return As(f.p.s, f.who, f.p.s.User, script) }

// run copies the files. It records each change in the journal first.
func (f *fileCopy) run(ctx context.Context) error {
	if err := f.readTarget(ctx); err != nil {
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

// readTarget reads the state of the target directory.
func (f *fileCopy) readTarget(ctx context.Context) error {
	script := ""
	for _, dir := range f.dirs {
		script += fmt.Sprintf("if [ -d %s ]; then echo '= there'; else echo '= none'; fi\n", adb.Quote(dir))
	}
	for _, t := range f.targets {
		script += fmt.Sprintf("if [ -e %[1]s ]; then echo \"= $(sha256sum <%[1]s | head -c 64)\"; else echo '= none'; fi\n", adb.Quote(t.final))
	}
	out, err := f.p.d.Shell(ctx, f.as(script))
	if err != nil {
		return err
	}
	answers := resultLines(out.Stdout, len(f.dirs)+len(f.targets))
	if answers == nil {
		return f.failed("", out)
	}
	for i, dir := range f.dirs {
		if answers[i] == "none" {
			f.missing = append(f.missing, dir)
		}
	}
	for i, t := range f.targets {
		if sum := answers[len(f.dirs)+i]; sum != "none" {
			t.found = sum
		}
	}
	return nil
}

// write copies the files that the directory does not have yet.
func (f *fileCopy) write(ctx context.Context, todo []*target) (err error) {
	j, err := OpenJournal(f.p.d.Identity())
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
	if answers := resultLines(out.Stdout, len(todo)); answers == nil || slices.Contains(answers, "failed") {
		return f.failed(todo[max(0, slices.Index(answers, "failed"))].final, out)
	}
	if err := j.Done(f.passing(todo)...); err != nil {
		return err
	}
	return f.fold(j, todo)
}

// list reads back the files.
func (f *fileCopy) list(ctx context.Context, todo []*target) error {
	script := ""
	for _, t := range f.targets {
		script += fmt.Sprintf("echo \"= $(stat -c '%%a %%s' %s)\"\n", adb.Quote(t.final))
	}
	out, err := f.p.d.Shell(ctx, f.as(script))
	if err != nil {
		return err
	}
	answers := resultLines(out.Stdout, len(f.targets))
	for i, t := range f.targets {
		file := PushedFile{Path: t.final, There: !slices.Contains(todo, t)}
		if answers != nil {
			_, _ = fmt.Sscanf(answers[i], "%s %d", &file.Mode, &file.Size)
		}
		if file.Size != t.size {
			return &adb.Error{What: f.p.d.Serial + ": " + t.final, Why: "the file on the device is missing or incomplete after the copy", Advice: "check for free space on the device (adb shell df), then try again"}
		}
		f.p.report.Files = append(f.p.report.Files, file)
	}
	return nil
}

// failed returns the error for a command that the device's shell could not run.
func (f *fileCopy) failed(name string, out adb.Output) error {
	what := f.p.d.Serial
	if name != "" {
		what += ": " + name
	}
	return adb.Refused(what, out.Stderr+"\n"+out.Stdout)
}
