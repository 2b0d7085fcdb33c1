package project

import (
	"fmt"
	pathpkg "path"

	"github.com/gleslayergen/gleslayergen/gen"
)

// findSets reads the hook sets of the project's own, which the yaml names.
func (u *Update) findSets(c *Config, module string) ([]gen.GoSet, error) {
	folders := c.OwnSets()
	if len(folders) == 0 {
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
	for _, folder := range folders {
		if err := u.checkSetThere(folder); err != nil {
			return nil, err
		}
		_, exports := u.lock.file(pathpkg.Join(folder, gen.ExportsFile))
		s, err := finder.find(folder, !exports)
		if err != nil {
			return nil, err
		}
		u.noteSet(c, s)
		u.sets = append(u.sets, s)
		sets = append(sets, s.GoSet)
	}
	return sets, u.checkLanguages(c)
}

// checkSetThere wants a folder, and no link to one.
func (u *Update) checkSetThere(folder string) error {
	err := u.folder.checkFolders(folder)
	if isMissing(err) {
		err = &Error{What: fmt.Sprintf("%s: sets: %s%s", u.config.path, ownSet, folder), Why: "there is no such folder in the project",
			Advice: "make it, with a package of hooks in it, or take it out of the list"}
	}
	return err
}

func (u *Update) noteSet(c *Config, s *foundSet) {
	u.Notes = append(u.Notes, s.notes...)
	if s.Initialize && c.Init != "active" {
		u.Notes = append(u.Notes, fmt.Sprintf("%s%s: its set-up is never called, for the layer is passive: say init: active", ownSet, s.Folder))
	}
}

// checkLanguages refuses a command that has a hook in C and one in Go.
func (u *Update) checkLanguages(c *Config) error {
	kinds, err := u.intercepted()
	if err != nil {
		return err
	}
	for _, s := range u.sets {
		for _, command := range s.Commands {
			if kinds[command] == gen.HookC {
				return &Error{What: fmt.Sprintf("%s: %s", s.at[command], command), Why: "its hook is in C, as " + ConfigName + " says",
					Advice: "a command has its hooks in one language: say hooks: go or hooks: none for it, or remove this function"}
			}
		}
	}
	return nil
}

// hooksFor are the places of a command's hooks, those in sets first.
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
