package project

import (
	"fmt"
	pathpkg "path"

	"github.com/gleslayergen/gleslayergen/gen"
)

// findSets reads the project's hook sets that the yaml lists.
func (u *Update) findSets(c *Config, module string) ([]gen.GoSet, error) {
	dirs := c.OwnSets()
	if len(dirs) == 0 {
		return nil, nil
	}
	scope, err := u.scope()
	if err != nil {
		return nil, err
	}
	finder, err := newSetFinder(u.request.Root, module, u.facts, scope, u.lock.oldNames())
	if err != nil {
		return nil, err
	}
	var sets []gen.GoSet
	for _, dir := range dirs {
		if err := u.checkSetThere(dir); err != nil {
			return nil, err
		}
		_, exports := u.lock.file(pathpkg.Join(dir, gen.ExportsFile))
		s, err := finder.find(dir, !exports)
		if err != nil {
			return nil, err
		}
		u.addSetNotes(c, s)
		u.sets = append(u.sets, s)
		sets = append(sets, s.GoSet)
	}
	return sets, u.checkLanguages(c)
}

// checkSetThere returns an error if the directory is missing, or is a link.
func (u *Update) checkSetThere(dir string) error {
	err := u.dir.checkDirs(dir)
	if isMissing(err) {
		err = &Error{What: fmt.Sprintf("%s: sets: %s%s", u.config.path, ownSet, dir), Why: "the directory does not exist",
			Advice: "create the directory with a Go package of hooks, or remove the directory from \"sets:\""}
	}
	return err
}

func (u *Update) addSetNotes(c *Config, s *foundSet) {
	u.Notes = append(u.Notes, s.notes...)
	if s.Initialize && c.Init != "active" {
		u.Notes = append(u.Notes, fmt.Sprintf("%s%s: OnInitialize is not called, because the layer is passive; to call it, set \"init: active\" in %s", ownSet, s.Folder, ConfigName))
	}
}

// checkLanguages returns an error for a command with a C hook and a Go hook.
func (u *Update) checkLanguages(c *Config) error {
	kinds, err := u.intercepted()
	if err != nil {
		return err
	}
	for _, s := range u.sets {
		for _, command := range s.Commands {
			switch kinds[command] {
			case gen.HookObserve:
				return &Error{What: fmt.Sprintf("%s: %s", s.at[command], command), Why: ConfigName + " sets \"hooks: observe\" for this function, but this hook set has a hook of it",
					Advice: "a function has either hooks or an observer: set \"hooks: go\" or \"hooks: none\" for this function in " + ConfigName + ", or remove the hook"}
			case gen.HookC:
				return &Error{What: fmt.Sprintf("%s: %s", s.at[command], command), Why: ConfigName + " sets \"hooks: c\" for this function, but this hook is in Go",
					Advice: "all hooks of a function must be in one language: set \"hooks: go\" or \"hooks: none\" for this function in " + ConfigName + ", or remove the Go hook"}
			}
		}
	}
	return nil
}

// hooksFor returns the places of a command's hooks, those in hook sets first.
func (u *Update) hooksFor(kind gen.HookKind, c *gen.Command) ([]HookPlace, error) {
	var places []HookPlace
	for _, s := range u.sets {
		if at, ok := s.at[c.Name]; ok && kind == gen.HookGo {
			places = append(places, at)
		}
	}
	if kind == gen.HookGo && !c.Own {
		return places, nil
	}
	own, err := u.ownHooks(kind)
	if at, ok := own[c.Name]; ok || len(places) == 0 {
		places = append(places, at)
	}
	return places, err
}
