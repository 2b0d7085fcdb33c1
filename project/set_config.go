package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// ownSet is the prefix of the directory of a hook set in the yaml. Entries without it are modules.
const ownSet = "./"

// OwnSets returns the directories of the project's hook sets, from the app's side to the driver's.
func (c *Config) OwnSets() []string {
	var dirs []string
	for _, s := range c.Sets {
		if dir, own := strings.CutPrefix(s, ownSet); own {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// checkOwnSets returns an error for invalid directories, before any is read.
func (c *Config) checkOwnSets() *Error {
	for i, s := range c.Sets {
		dir, own := strings.CutPrefix(s, ownSet)
		if !own {
			continue
		}
		err, advice := checkSetDir(dir), "under \"sets:\", name a directory of the project that contains a Go package, such as ./mine"
		if err == nil && slices.Contains(c.Sets[:i], s) {
			err, advice = errors.New("listed more than once"), "list each hook set once"
		}
		if err != nil {
			return (&Error{What: fmt.Sprintf("sets: %q", s), Why: err.Error(), Advice: advice}).at(setKey(i))
		}
	}
	return nil
}

// setKey returns the YAML path of an entry of sets.
func setKey(i int) string { return fmt.Sprintf("$.sets[%d]", i) }

// generatedDirs are the directories of generated packages.
var generatedDirs = []string{"core", "gles", "internal/bridge"}

func checkSetDir(dir string) error {
	elements := strings.Split(dir, "/")
	hidden := func(e string) bool {
		return e == "" || e[0] == '.' || e[0] == '_' || e == "vendor" || e == "testdata" || strings.HasSuffix(e, ".")
	}
	within := func(tool string) bool { return dir == tool || strings.HasPrefix(dir, tool+"/") }
	switch {
	case len(dir) > fsx.MaxPathLength:
		return fmt.Errorf("the path is longer than %d bytes", fsx.MaxPathLength)
	case !fsx.IsPortablePath(dir):
		return errors.New("the path must be inside the project, have no empty, . or .. elements, and contain only letters, digits and the characters / . _ -")
	case slices.ContainsFunc(elements, hidden):
		return errors.New("a directory of a hook set must not be named \"vendor\" or \"testdata\", begin with . or _, or end with a dot: the go command ignores or rejects it")
	case slices.ContainsFunc(generatedDirs, within):
		return errors.New("gleslayergen writes generated files to this directory, so the directory cannot contain a hook set")
	}
	return nil
}
