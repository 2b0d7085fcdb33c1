package loader

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// propertyList has the list of layers if Java passes none (rule 1.1).
const propertyList = "debug.gles.layers"

// Properties returns the names of the system properties that the loader reads.
func Properties() []string {
	return []string{propertyList, "debug.egl.finish", "debug.egl.traceGpuCompletion"}
}

// A Setup configures a run: what Android would know about the app it starts.
type Setup struct {
	Release *rules.Release // nil for the newest
	Strict  bool           // behave exactly as a device, including crashes

	List       string            // layers as Java would pass them, separated by colons; "" to read the property
	Path       string            // the search path: directories separated by colons
	System     string            // replaces /data/local/debug/gles; "" to skip it
	Properties map[string]string // such as debug.gles.layers

	Early      bool // load the layers at the first EGL call, whichever it is; otherwise at those of rule 4.1
	DriverSwap bool // replace the driver once while the program runs (rule 4.5)

	Log    string  // absolute path of a file; "": warnings and errors go to stderr
	Report bool    // a report with the problems follows, so they go there, and not to stderr as well
	Errors bool    // find GL errors that layers cause
	Chaos  *uint64 // seed of legal but unusual behavior; nil for none
	Break  string  // rules to break, for the loader's own tests

	Variables []string // NAME=VALUE in the environment of the program

	linker map[string]string // what Android's linker reports, by path
}

// layers returns the names that Android would search for, split as Android does: an empty name stays (rule
// 1.3).
func (s *Setup) layers() []string {
	list := cmp.Or(s.List, s.Properties[propertyList])
	if list == "" {
		return nil
	}
	return strings.Split(list, ":")
}

// HasLayers reports whether the setup requests any layer at the start.
func (s *Setup) HasLayers() bool { return len(s.layers()) > 0 }

// LayerFiles returns the files of the layers that are found.
func (s *Setup) LayerFiles() []string {
	var files []string
	for _, name := range s.layers() {
		if path := s.resolve(name); path != "" {
			files = append(files, path)
		}
	}
	return files
}

// dirs returns the directories that are searched for each layer, in order (rule 1.5).
func (s *Setup) dirs() []string {
	dirs := strings.Split(s.Path, ":")
	if s.System != "" {
		dirs = append([]string{s.System}, dirs...)
	}
	return dirs
}

// release returns the release whose tables are used.
func (s *Setup) release() *rules.Release {
	if s.Release == nil {
		return rules.Newest()
	}
	return s.Release
}

// config returns the content of the file that the loader reads at its start.
func (s *Setup) config(d Driver) ([]byte, error) {
	values := map[string]string{
		"release": s.release().ID, "strict": digit(s.Strict), "early": digit(s.Early), "driver_swap": digit(s.DriverSwap), "list": s.List, "path": s.Path, "system": s.System,
		"driver_egl": d.EGL, "driver_gles": d.GLES, "driver_es1": d.ES1, "log": s.Log, "break": s.Break,
	}
	for key, on := range map[string]bool{"errors": s.Errors, "report": s.Report} {
		if on {
			values[key] = digit(true)
		}
	}
	if s.Chaos != nil {
		values["chaos"] = strconv.FormatUint(*s.Chaos, 10)
	}
	return lines(values)
}

func digit(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// lines writes one key=value pair per line; neither may contain a line break.
func lines(values map[string]string) ([]byte, error) {
	var out []byte
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if strings.ContainsAny(key, "=\n\x00") || strings.ContainsAny(values[key], "\n\x00") {
			return nil, fmt.Errorf("%s: %q: a name or value must not contain a line break or a null byte; a name must not contain \"=\" either", key, values[key])
		}
		out = append(out, key+"="+values[key]+"\n"...)
	}
	return out, nil
}
