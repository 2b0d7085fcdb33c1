package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// ownSet begins the folder of a hook set of the project's own, as the yaml has it. Other sets are the tool's.
const ownSet = "./"

// OwnSets are the folders of the project's own hook sets, the app's side first.
func (c *Config) OwnSets() []string {
	var folders []string
	for _, s := range c.Sets {
		if folder, own := strings.CutPrefix(s, ownSet); own {
			folders = append(folders, folder)
		}
	}
	return folders
}

// checkOwnSets gives what is wrong with the folders, before anything is looked for there.
func (c *Config) checkOwnSets() *Error {
	for i, s := range c.Sets {
		folder, own := strings.CutPrefix(s, ownSet)
		if !own {
			continue
		}
		err := checkSetFolder(folder)
		if err == nil && slices.Contains(c.Sets[:i], s) {
			err = errors.New("it stands there twice")
		}
		if err != nil {
			return (&Error{What: fmt.Sprintf("sets: %q", s), Why: err.Error(), Advice: "a set is a folder of the project with a Go package, such as ./mine"}).at(setKey(i))
		}
	}
	return nil
}

// setKey is the place of a set in the yaml.
func setKey(i int) string { return fmt.Sprintf("$.sets[%d]", i) }

// toolFolders are the directories of generated packages.
var toolFolders = []string{"core", "gles", "internal/bridge"}

func checkSetFolder(folder string) error {
	elements := strings.Split(folder, "/")
	hidden := func(e string) bool {
		return e == "" || e[0] == '.' || e[0] == '_' || e == "vendor" || e == "testdata" || strings.HasSuffix(e, ".")
	}
	within := func(tool string) bool { return folder == tool || strings.HasPrefix(folder, tool+"/") }
	switch {
	case len(folder) > fsx.MaxPathLength:
		return errors.New("the path is too long")
	case !fsx.IsPortablePath(folder):
		return errors.New("not a path inside the project")
	case slices.ContainsFunc(elements, hidden):
		return errors.New("Go finds no package of the project there")
	case slices.ContainsFunc(toolFolders, within):
		return errors.New("what stands there is generated")
	}
	return nil
}
