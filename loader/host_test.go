package loader

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// hostLayers are the layers of host/ from the lowest to the top, and the source files of each.
var hostLayers = []struct {
	header  string
	sources []string
}{
	{"base.h", []string{"names.c.tmpl", "config.c"}},
	{"process.h", []string{"stats.c", "log.c", "thread.c", "lock.c"}},
	{"driver.h", []string{"driver.c"}},
	{"platform.h", []string{"own.c", "strings.c", "swap.c", "context.c", "errors.c.tmpl", "handles.c.tmpl"}},
	{"layers.h", []string{"search.c", "load.c", "chain.c", "lookup.c", "chaos.c"}},
	{"entry.h", []string{"entry.c", "fork.c"}},
}

// leafHeaders declare types and constants, and include no header of host/.
var leafHeaders = map[string]bool{"egl.h": true, "names.h": true, "stats.h": true}

var (
	localInclude = regexp.MustCompile(`(?m)^#include "([^"]+)"`)
	externInBody = regexp.MustCompile(`(?m)^\s*extern\b`)
)

// TestHostLayers checks that each header includes, but for leaf headers, only the header one layer below, and each source
// file only the header of its own layer.
func TestHostLayers(t *testing.T) {
	seen := map[string]bool{}
	for i, layer := range hostLayers {
		below := ""
		if i > 0 {
			below = hostLayers[i-1].header
		}
		for _, include := range includesOf(t, layer.header) {
			if include != below && !leafHeaders[include] {
				t.Errorf("%s includes %s, want %q and leaf headers only", layer.header, include, below)
			}
		}
		for _, source := range layer.sources {
			seen[source] = true
			if includes := includesOf(t, source); len(includes) != 1 || includes[0] != layer.header {
				t.Errorf("%s includes %q, want %s only", source, includes, layer.header)
			}
			if externInBody.Match(hostFile(t, source)) {
				t.Errorf("%s declares a symbol with extern: declare it in the header of its layer", source)
			}
		}
	}
	for header := range leafHeaders {
		name := header
		if header == "names.h" {
			name += ".tmpl"
		}
		if includes := includesOf(t, name); len(includes) != 0 {
			t.Errorf("%s includes %q, want no header of host/", header, includes)
		}
	}
	files, err := fs.Glob(hostFiles, "host/*.c*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := path.Base(file); !seen[name] && !strings.HasSuffix(name, ".S.tmpl") {
			t.Errorf("%s belongs to no layer: add it to hostLayers", name)
		}
	}
}

func includesOf(t *testing.T, name string) (includes []string) {
	for _, match := range localInclude.FindAllSubmatch(hostFile(t, name), -1) {
		includes = append(includes, string(match[1]))
	}
	return includes
}

func hostFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := hostFiles.ReadFile("host/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
