package deploy

import (
	"context"
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// plan says what will be changed: files that pass, folders, and last the files that stay.
func (f *fileCopy) plan(j *Journal, todo []*target) {
	f.changes = f.passing(todo)
	for _, dir := range f.missing {
		f.changes = append(f.changes, Change{Kind: KindDir, Name: dir, AfterSet: true, As: f.who})
	}
	for _, t := range todo {
		c := Change{Kind: KindFile, Name: t.final, After: t.sum, AfterSet: true, User: f.p.s.User, As: f.who}
		if t.found != "" && earlier(j, t) == nil {
			t.aside = path.Join(path.Dir(t.final), ".gleslayergen-before-"+path.Base(t.part)[len(".gleslayergen-"):])
			c.Before, c.BeforeSet = t.aside, true
		}
		f.changes = append(f.changes, c)
	}
}

// earlier is the change of the push that brought what stands in a layer's place; nil: none did.
func earlier(j *Journal, t *target) *Change {
	for _, c := range slices.Backward(j.Changes()) {
		if c.Kind == KindFile && c.Name == t.final && c.After == t.found {
			return &c
		}
	}
	return nil
}

// fold keeps one change of a layer that was brought again and again, so that the journal does not grow with each build.
func (f *fileCopy) fold(j *Journal, todo []*target) error {
	for _, t := range todo {
		first := earlier(j, t)
		i := slices.IndexFunc(f.changes, func(c Change) bool { return c.Name == t.final })
		if t.found == "" || first == nil || f.changes[i].BeforeSet {
			continue
		}
		if err := j.Fold(*first, f.changes[i]); err != nil {
			return err
		}
	}
	return nil
}

// passing returns the files that exist only during the push.
func (f *fileCopy) passing(todo []*target) []Change {
	var out []Change
	for _, t := range todo {
		out = append(out, Change{Kind: KindFile, Name: t.scratch, AfterSet: true},
			Change{Kind: KindFile, Name: t.part, AfterSet: true, User: f.p.s.User, As: f.who})
	}
	return out
}

// sweep removes what a failed push left. What it cannot reach now, restore removes later.
func (f *fileCopy) sweep(ctx context.Context, j *Journal, todo []*target) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	script := ""
	for _, t := range todo {
		script += fmt.Sprintf("rm -f %s\n%s\n", t.scratch, f.as("rm -f "+adb.Quote(t.part)))
		script += f.as(fmt.Sprintf(`echo "= $(sha256sum <%s | head -c 64)"`, adb.Quote(t.final))) + "\n"
	}
	out, err := f.p.d.Shell(ctx, script)
	if answers := resultLines(out.Stdout, len(todo)); err == nil && answers != nil {
		_ = j.Done(f.unmade(todo, answers)...) // an entry that remains is only checked again
	}
}

// unmade returns the changes that a failed push did not make or that were cleaned up, from the present files
// with the layers' names.
func (f *fileCopy) unmade(todo []*target, now []string) []Change {
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
