package project

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

// openPack reads the pack of a new project.
func (q *Request) openPack(ctx context.Context) (err error) {
	if q.Pack == nil {
		q.Pack, err = pack.Fetch(ctx, packPath(q.Dir, q.Config.Template))
	}
	return err
}

// packPath returns the location of a project's pack: a built-in name, a reference to a Git repository, or a path.
func packPath(root, template string) string {
	if slices.Contains(templates.Builtin(), template) || templates.IsGit(template) {
		return template
	}
	return fromRoot(root, template)
}

// fromRoot resolves a path in a gleslayer.yaml, which is relative to the project.
func fromRoot(root, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(root, path)
}

// checkPack returns an error for hooks and modules that the pack does not support.
func checkPack(p *gen.Plan, pack *templates.Pack) error {
	if len(p.Sets) > 0 && !slices.ContainsFunc(pack.Files, func(f templates.File) bool { return f.When == "sets" || strings.HasPrefix(f.When, "sets:") }) {
		return &Error{What: "sets: " + strings.Join(p.Sets, ", "), Why: fmt.Sprintf("the template pack %q does not support modules", pack.Name),
			Advice: "remove the modules, or use another template pack", Usage: true}
	}
	for _, c := range p.Intercepted() {
		if !slices.Contains(pack.Hooks, string(c.Hook)) {
			return &Error{What: fmt.Sprintf("hooks: %s", c.Hook), Why: fmt.Sprintf("%s has this hook kind, but the template pack %q does not support it", c.Name, pack.Name),
				Advice: "use a hook kind that the pack supports: " + strings.Join(pack.Hooks, ", "), Usage: true}
		}
	}
	return nil
}

// openPack reads the pack named in the yaml, and adds a note if it changed.
func (u *Update) openPack(ctx context.Context) (err error) {
	if err := u.config.setTemplate(u.request.Template); err != nil {
		return err
	}
	c := u.config.now.withDefaults()
	if templates.IsGit(c.Template) {
		err = u.openGit(ctx, c.Template)
	} else if u.pack, err = pack.Open(packPath(u.request.Root, c.Template)); err != nil {
		err = &Error{What: u.config.path + ": template", Why: err.Error(),
			Advice: "restore the template pack, or set \"template\" in gleslayer.yaml to another pack: a path relative to the project, or a built-in pack: " + strings.Join(templates.Builtin(), ", ")}
	}
	if err != nil {
		return err
	}
	was, now := u.lock.Template, lockTemplate(u.pack)
	switch {
	case u.request.Adopt:
	case movedGit(was.Git, now.Git):
		u.Notes = append(u.Notes, fmt.Sprintf("the template pack changed from %s, commit %s, to %s, commit %s", was.Git, was.Git.Commit, now.Git, now.Git.Commit))
	case was.Name != now.Name:
		u.Notes = append(u.Notes, fmt.Sprintf("the template pack changed from %s %s to %s %s", was.Name, was.Version, now.Name, now.Version))
	case was.SHA256 != now.SHA256 && now.SHA256 != "":
		u.Notes = append(u.Notes, fmt.Sprintf("the template pack %s changed from version %s (sha256 %s) to version %s (sha256 %s)",
			now.Name, was.Version, known(was.SHA256), now.Version, now.SHA256))
	}
	return nil
}

func known(hash string) string {
	if hash == "" {
		return "unknown, because it was a built-in pack"
	}
	return hash
}
