package rules

import (
	"slices"
	"strings"
)

// names returns the file names of the single library or of the set, with a suffix.
func (c *driverChoice) names(which, suffix string) []string {
	c.parameters["suffix"] = suffix
	var names []string
	for _, row := range c.of("file") {
		if slices.Contains(row.facts, which) {
			names = append(names, c.fill(row.what))
		}
	}
	return names
}

// find looks for the single library, then for the set, of which only the first is required.
func (c *driverChoice) find(suffix string) bool {
	for _, which := range []string{"one", "set"} {
		var files []string
		for _, name := range c.names(which, suffix) {
			if path := c.path(name); path != "" {
				files = append(files, path)
			} else if len(files) == 0 {
				break
			}
		}
		if len(files) > 0 {
			c.Files = files
			return true
		}
	}
	return false
}

// path returns the path of a library, or "".
func (c *driverChoice) path(name string) string {
	for _, dir := range c.searched() {
		if slices.Contains(c.Dirs[dir], name) {
			return dir + "/" + name
		}
	}
	return ""
}

// searched returns the directories for this try.
func (c *driverChoice) searched() []string {
	var dirs []string
	for _, row := range c.of("dir") {
		if row.fits(c.facts) {
			dirs = append(dirs, c.fill(row.what))
		}
	}
	return dirs
}

// softwareDriver is never chosen by a wildcard.
const softwareDriver = "libGLES_android.so"

// findAny returns the first library for each name, with any suffix.
func (c *driverChoice) findAny() bool {
	for _, which := range []string{"one", "set"} {
		var files, others []string
		for _, name := range c.names(which, "_") {
			found := c.matching(strings.TrimSuffix(name, ".so"))
			if len(found) == 0 && len(files) == 0 {
				break
			}
			files = append(files, found[:min(1, len(found))]...)
			others = append(others, found[min(1, len(found)):]...)
		}
		if len(files) > 0 {
			c.Files, c.Others = files, others
			return true
		}
	}
	return false
}

func (c *driverChoice) matching(beginning string) []string {
	var found []string
	for _, dir := range c.searched() {
		for _, name := range c.Dirs[dir] {
			if strings.HasPrefix(name, beginning) && strings.HasSuffix(name, ".so") && name != softwareDriver {
				found = append(found, dir+"/"+name)
			}
		}
	}
	return found
}
