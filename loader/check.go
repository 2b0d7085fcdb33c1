package loader

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

// CheckLayers opens each layer in a process of its own, as the program would, and returns the faults in
// Android's order: from the end of the list (rule 1.10). A run with this setup then logs what Android's linker
// reports for them.
func (h *Host) CheckLayers(ctx context.Context, s *Setup) []*Fault {
	names := s.layers()
	slices.Reverse(names)
	faults := make([]*Fault, len(names))
	var group recovery.Group
	for i, name := range names {
		group.Go(func() { faults[i] = h.checkLayer(ctx, s, name) })
	}
	group.Wait()
	faults = slices.DeleteFunc(faults, func(f *Fault) bool { return f == nil })
	s.linker = linkerTexts(faults)
	return faults
}

// linkerTexts returns what Android's linker reports for the layers that cannot be opened.
func linkerTexts(faults []*Fault) map[string]string {
	texts := map[string]string{}
	for _, f := range faults {
		if f.path != "" && f.linker != "" && !strings.ContainsAny(f.path, "=\n") {
			texts[f.path] = strings.ReplaceAll(f.linker, "\n", " ")
		}
	}
	return texts
}

func (h *Host) checkLayer(ctx context.Context, s *Setup, name string) *Fault {
	path := s.resolve(name)
	switch {
	case name == "":
		return h.emptyName(ctx, s, path)
	case path == "":
		return missing(s, name)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return &Fault{Layer: true, What: "layer " + path, Why: "not a regular file: it is a " + fsx.KindName(info.Mode()),
			Remedy: "give the path of a shared object", ID: "rule-1.4"} // opening it could block forever
	}
	verdict := h.probe(ctx, path)
	if verdict == verdictOK {
		return refusedOnAndroid(s, path)
	}
	return h.explain(s, path, verdict)
}

// refusedOnAndroid returns the fault of a file that this machine's linker opens and Android's does not, or nil.
func refusedOnAndroid(s *Setup, path string) *Fault {
	text := bionicText(path, "", s.release())
	fault, refused := rules.LinkerFaultOf(text)
	if !refused {
		return nil
	}
	return &Fault{Layer: true, What: "layer " + path, Why: "Android's linker does not open it: " + fault.Why, Remedy: fault.Remedy, ID: "rule-1.10",
		Device: abandon(failedToLoad(path, text)), path: path, linker: text}
}

// resolve finds the file of a layer as Android does: in the first directory that has an entry of that name
// (rule 1.4).
func (s *Setup) resolve(name string) string {
	for _, dir := range s.dirs() {
		if path, err := filepath.EvalSymlinks(dir + "/" + name); err == nil {
			return path
		}
	}
	return ""
}

// emptyName returns the fault of an empty name, for which Android opens the directory itself (rules 1.3,
// 1.10).
func (h *Host) emptyName(ctx context.Context, s *Setup, dir string) *Fault {
	f := &Fault{Layer: true, What: fmt.Sprintf("layer list %q", strings.Join(s.listed(), ":")),
		Why: "it contains an empty name (rule 1.3)", Remedy: remedyOf("trap-trailing-colon"), ID: "trap-trailing-colon"}
	if dir != "" {
		f.path, f.linker = dir, cmp.Or(bionicText(dir, "", s.release()), h.probe(ctx, dir).words)
		f.Device = abandon(failedToLoad(dir, f.linker))
	}
	return f
}

// listed returns the names as the user wrote them: a name with a slash is relative to /.
func (s *Setup) listed() []string {
	names := s.layers()
	for i, name := range names {
		if strings.Contains(name, "/") && slices.Contains(s.dirs(), "/") {
			names[i] = "/" + name
		}
	}
	return names
}

// missing returns the fault of a file that was not found, and suggests the closest file name.
func missing(s *Setup, name string) *Fault {
	dirs := slices.DeleteFunc(s.dirs(), func(dir string) bool { return dir == "" })
	f := &Fault{Layer: true, What: "layer " + name, ID: "rule-1.10", Device: skip(s.dirs()),
		Why:    "file not found in " + strings.Join(dirs, ", ") + " (rule 1.10)",
		Remedy: "build the layer, or add its directory to the search path with --layer-path"}
	if slices.Equal(dirs, []string{"/"}) || len(dirs) == 0 {
		f.What, f.Why, dirs = "layer /"+name, "file not found (rule 1.10)", []string{"/" + filepath.Dir(name)}
		f.Remedy = "build the layer, or correct its path"
	}
	if strings.ContainsAny(name, ",;") || strings.Contains(name, ".so ") {
		f.Remedy = "separate the layers of the list with colons: a.so:b.so"
	}
	if near := nearest(filepath.Base(name), libraries(dirs)); near != "" {
		f.Remedy = "did you mean " + near + "?"
	}
	return f
}

// nearest returns the candidate closest to name, "" if all differ in more than a quarter of its length.
func nearest(name string, candidates []string) string {
	alike := slices.DeleteFunc(candidates, func(s string) bool { return registry.Distance(s, name) > len(name)/4 })
	return strings.Join(registry.Nearest(name, alike, 1), "")
}

// libraries returns the names of the shared objects in the directories.
func libraries(dirs []string) []string {
	var names []string
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir) // a missing directory has no entries
		for _, entry := range entries {
			if strings.HasSuffix(entry.Name(), ".so") {
				names = append(names, entry.Name())
			}
		}
	}
	return names
}
