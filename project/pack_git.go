package project

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

// openGit reads a pack of a Git repository: the commit in the lock, or the one that the version names now if the lock has another
// URL, directory or version, or the request names the pack.
func (u *Update) openGit(ctx context.Context, template string) error {
	ref, err := templates.ParseGit(template)
	if err != nil {
		return packError(u.config.path+": template", err)
	}
	locked := u.lock.Template.Git
	if locked == nil || locked.GitRef != ref || u.request.Template != "" {
		u.pack, err = u.fetch(ctx, ref)
		return err
	}
	u.pack, err = pack.Cached(ctx, *locked)
	if errors.Is(err, templates.ErrNotFetched) || err == nil && u.pack.SHA256 != u.lock.Template.SHA256 {
		u.pack, err = u.fetch(ctx, ref)
	}
	if err != nil {
		return err
	}
	return u.checkGit(locked)
}

// fetch fetches a pack if the request allows it.
func (u *Update) fetch(ctx context.Context, ref templates.GitRef) (*templates.Pack, error) {
	if !u.request.Fetch {
		return nil, &Error{What: "template pack " + ref.String(), Why: "not in the cache, and this command does not fetch packs",
			Advice: "to fetch it: gleslayergen update"}
	}
	return pack.Fetch(ctx, ref.String())
}

// checkGit returns an error if the pack has another commit or other files than the lock records.
func (u *Update) checkGit(locked *templates.Git) error {
	ref := locked.GitRef
	accept := "review the new files; to accept them: gleslayergen update --template " + ref.String()
	switch {
	case u.pack.Git.Commit != locked.Commit:
		old := ref
		old.Version = locked.Commit
		return &Error{What: "template pack " + ref.String(), Why: fmt.Sprintf("the tag %s changed: it points to commit %s, but %s records commit %s",
			ref.Version, u.pack.Git.Commit, LockName, locked.Commit), Advice: accept + "; to keep the previous commit: gleslayergen update --template " + old.String()}
	case u.pack.SHA256 != u.lock.Template.SHA256:
		return &Error{What: "template pack " + ref.String(), Why: fmt.Sprintf("the files of commit %s have the sha256 %s, but %s records %s",
			locked.Commit, u.pack.SHA256, LockName, known(u.lock.Template.SHA256)), Advice: "restore " + LockName + " from version control; " + accept}
	}
	return nil
}

// movedGit reports whether both packs are from Git repositories and differ.
func movedGit(was, now *templates.Git) bool { return was != nil && now != nil && *was != *now }

// packError converts an error of a template pack.
func packError(what string, err error) *Error {
	e := &Error{What: what, Why: err.Error()}
	var fault *templates.Error
	if errors.As(err, &fault) {
		e.Why, e.Advice = strings.TrimPrefix(err.Error(), "template pack "), fault.Advice
	}
	return e
}

// setTemplate sets the template pack; "" leaves it.
func (t *configText) setTemplate(template string) error {
	want := *t.now
	if want.Template = template; template == "" || template == t.now.Template {
		return nil
	}
	if fault := want.check(); fault != nil {
		return fault
	}
	value, err := yamlValue(template)
	if err != nil {
		return err
	}
	return t.edit(&want, func() bool {
		tokens := t.section("template")
		switch len(tokens) {
		case 0:
			return t.insert(len(t.lines), "template: "+value)
		case 1:
			return t.replace(tokens[0].Position, len([]rune(strings.TrimSpace(tokens[0].Origin))), value)
		}
		return false
	})
}
