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

// propertyList is where the list of layers stands when Java hands over none (rule 1.1).
const propertyList = "debug.gles.layers"

// Properties are the names of the system properties that the loader reads.
func Properties() []string {
	return []string{propertyList, "debug.egl.finish", "debug.egl.traceGpuCompletion"}
}

// A Setup is what a run is told: what Android would know of the app it starts.
type Setup struct {
	Release *rules.Release // nil: the newest
	Strict  bool           // do exactly as a device does, to the crash

	List       string            // colon list as Java would hand it over; "": the property is read
	Path       string            // the search path: folders joined by colons
	System     string            // stands for /data/local/debug/gles; "": not searched
	Properties map[string]string // such as debug.gles.layers

	DriverSwap bool // replace the driver once while the program runs, as rule 4.5 tells

	Log   string  // absolute path of a file; "": warnings and errors go to stderr
	Chaos *uint64 // seed of legal but unusual behaviour; nil: none
	Break string  // rules to break, for the loader's own tests
}

// layers are the names that Android would look for, as it splits them: an empty one stays one (rule 1.3).
func (s *Setup) layers() []string {
	list := cmp.Or(s.List, s.Properties[propertyList])
	if list == "" {
		return nil
	}
	return strings.Split(list, ":")
}

// HasLayers reports whether any layer is asked for at the start.
func (s *Setup) HasLayers() bool { return len(s.layers()) > 0 }

// folders are searched in order for each layer (rule 1.5).
func (s *Setup) folders() []string {
	folders := strings.Split(s.Path, ":")
	if s.System != "" {
		folders = append([]string{s.System}, folders...)
	}
	return folders
}

// release is the one whose tables are used.
func (s *Setup) release() *rules.Release {
	if s.Release == nil {
		return rules.Newest()
	}
	return s.Release
}

// config is what the stand-ins read when they are loaded.
func (s *Setup) config(d Driver) ([]byte, error) {
	values := map[string]string{
		"release": s.release().ID, "strict": digit(s.Strict), "driver_swap": digit(s.DriverSwap), "list": s.List, "path": s.Path, "system": s.System,
		"driver_egl": d.EGL, "driver_gles": d.GLES, "driver_es1": d.ES1, "log": s.Log, "break": s.Break,
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

// lines writes one value a line, which none may break.
func lines(values map[string]string) ([]byte, error) {
	var out []byte
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if strings.ContainsAny(key, "=\n\x00") || strings.ContainsAny(values[key], "\n\x00") {
			return nil, fmt.Errorf("%s: %q: names, paths and values must not contain a line break", key, values[key])
		}
		out = append(out, key+"="+values[key]+"\n"...)
	}
	return out, nil
}
