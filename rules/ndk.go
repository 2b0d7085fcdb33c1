package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// MinAPI is the first API level with GLES layers.
const MinAPI = 29

// Library is a public system library, which apps may use.
type Library struct {
	Name   string // "liblog.so"
	API    int    // first API level with the library
	Reason string // purpose
}

var allLibraries = sync.OnceValue(func() []Library { return must(parseLibraries("ndk.txt", ndkTable)) })

// Libraries returns the libraries that apps may use at an API level, in a new slice.
func Libraries(api int) []Library {
	return slices.DeleteFunc(slices.Clone(allLibraries()), func(l Library) bool { return l.API > api })
}

// FindLibrary returns a library that apps may use at some API level.
func FindLibrary(name string) (Library, bool) {
	i := slices.IndexFunc(allLibraries(), func(l Library) bool { return l.Name == name })
	if i < 0 {
		return Library{}, false
	}
	return allLibraries()[i], true
}

// parseLibraries reads rows of NAME, API, REASON.
func parseLibraries(file, text string) ([]Library, error) {
	var list []Library
	err := table.EachField(file, text, 3, func(f []string) error {
		api, err := strconv.Atoi(f[1])
		switch {
		case err != nil || api < 1 || api > 99:
			return fmt.Errorf("%q is not an API level: expected a number from 1 to 99", f[1])
		case !strings.HasPrefix(f[0], "lib") || !strings.HasSuffix(f[0], ".so") || strings.ContainsAny(f[0], "/:"):
			return fmt.Errorf("%q is not the name of a library: expected a name such as libEGL.so", f[0])
		case slices.ContainsFunc(list, func(l Library) bool { return l.Name == f[0] }):
			return fmt.Errorf("%s is listed more than once", f[0])
		}
		list = append(list, Library{f[0], api, f[2]})
		return nil
	})
	return list, err
}
