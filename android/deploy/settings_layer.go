package deploy

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/gleslayergen/gleslayergen/android"
)

// Layer is a requested layer: its file name on the device, and its path on this machine if one was given.
type Layer struct{ Name, Path string }

// ParseLayers parses LAYER[:LAYER...]. A path is a file of this machine; the file on the device has the same
// name.
func ParseLayers(lists ...string) ([]Layer, error) {
	var out []Layer
	for _, list := range lists {
		for _, text := range splitLayers(list) {
			l := Layer{Name: text}
			if strings.ContainsAny(text, `/`+string(filepath.Separator)) {
				l = Layer{Name: filepath.Base(text), Path: text}
			}
			if err := l.check(list, out); err != nil {
				return nil, err
			}
			out = append(out, l)
		}
	}
	return out, nil
}

// splitLayers splits at colons, except after a drive letter.
func splitLayers(list string) []string {
	parts := strings.Split(list, ":")
	for i := 0; i+1 < len(parts); i++ {
		if filepath.Separator == '\\' && len(parts[i]) == 1 && strings.HasPrefix(parts[i+1], `\`) {
			parts = slices.Replace(parts, i, i+2, parts[i]+":"+parts[i+1])
		}
	}
	return parts
}

func (l Layer) check(list string, before []Layer) error {
	bad := func(why, advice string) error {
		return &android.Error{What: fmt.Sprintf("layers %q", list), Why: why, Advice: advice, Usage: true}
	}
	switch {
	case l.Name == "":
		return bad("an empty name stops the loading of all layers (rule 1.10)", "separate layers with exactly one colon; do not begin or end the list with a colon")
	case l.Name == "." || l.Name == ".." || strings.HasSuffix(l.Path, "/"):
		return bad(fmt.Sprintf("%q is a directory", cmp.Or(l.Path, l.Name)), "give the path of a layer library")
	case strings.ContainsFunc(l.Name, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar || r == ':' }):
		return bad(fmt.Sprintf("%q is not a valid layer name", l.Name), "rename the file: a colon separates layers, and Android drops control characters")
	case strings.HasPrefix(l.Name, "-"):
		return bad(fmt.Sprintf("%q begins with a hyphen, so shell commands would parse the name as a flag", l.Name), "rename the file, for example to lib"+strings.TrimLeft(l.Name, "-"))
	case slices.ContainsFunc(before, func(b Layer) bool { return b.Name == l.Name }):
		return bad(l.Name+" is in the list twice", "list each layer only once; the first layer is the closest to the app")
	}
	return nil
}

func names(layers []Layer) []string {
	var out []string
	for _, l := range layers {
		out = append(out, l.Name)
	}
	return out
}
