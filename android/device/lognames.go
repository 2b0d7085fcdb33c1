package device

import (
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// logNames queries log lines that name layers, because the settings may have changed since. One start of an
// app writes many, so the last ones suffice.
const logNames = "logcat -d -v threadtime libEGL:V GraphicsEnvironment:V '*:S' | grep -e 'ebug layer list: ' -e 'layer found: ' | tail -n 500"

// parseLogNames returns the layer names in those lines.
func parseLogNames(log string) []string {
	var out []string
	for text := range strings.Lines(log) {
		line, _ := ParseLine(text)
		event, ok := Meaning(line)
		if !ok {
			continue
		}
		for name := range strings.SplitSeq(event.Values["list"]+":"+path.Base(event.Values["layer"]), ":") {
			if len(name) > 1 && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// LayerTags returns the log tags that layers may use: the file names of present and logged layers without lib
// and .so.
func (s *State) LayerTags() []string {
	var tags []string
	for _, list := range append([]string{s.Settings["gpu_debug_layers_gles"].Value, s.Props[rules.PropertyLayers]}, s.logged...) {
		for name := range strings.SplitSeq(list, ":") {
			tag := strings.TrimSuffix(strings.TrimPrefix(name, "lib"), ".so")
			for _, tag := range []string{tag, strings.TrimPrefix(tag, "GLES_")} {
				if tagName.MatchString(tag) && !slices.Contains(tags, tag) {
					tags = append(tags, tag)
				}
			}
		}
	}
	return tags
}

var tagName = lazyregexp.New(`^[\w.-]{1,64}$`)
