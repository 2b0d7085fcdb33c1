package cts

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/rules"
)

// Case is one test.
type Case struct {
	Name     string
	Releases rules.Range
	Settings map[string]string // what is not in it is not set
	Property string
	Push     []string // letters of layers for the debuggable app's data folder
	Refused  bool     // the app started must refuse to have layers pushed
	Start    string   // word of an app: DEBUG
	Want     []want
	Reason   string
}

// want is something that the log has to say, or must not.
type want struct {
	not    bool
	verb   string // called, loaded, before
	letter string
	than   string // of before: the other letter
}

func (w want) String() string {
	switch {
	case w.verb == "before":
		return w.letter + " before " + w.than
	case w.not:
		return "not " + w.verb + " " + w.letter
	}
	return w.verb + " " + w.letter
}

//go:embed cases.tsv
var caseTable string

var theCases = sync.OnceValue(func() []Case {
	cases, err := parseCases(caseTable)
	if err != nil {
		panic("cts: " + err.Error())
	}
	return cases
})

// Cases are all cases. The slice is a copy.
func Cases() []Case { return slices.Clone(theCases()) }

func parseCases(table string) ([]Case, error) {
	var cases []Case
	line := 0
	for l := range strings.Lines(table) {
		line++
		if l = strings.TrimRight(l, "\n"); l == "" || l[0] == '#' {
			continue
		}
		c, err := parseCase(strings.Split(l, "\t"))
		if err != nil {
			return nil, fmt.Errorf("cases.tsv:%d: %w", line, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func parseCase(w []string) (Case, error) {
	if len(w) != 11 {
		return Case{}, fmt.Errorf("%d columns, not 11", len(w))
	}
	c := Case{Name: w[0], Settings: map[string]string{}, Start: w[8], Reason: w[10]}
	var err error
	if c.Releases, err = rules.ParseRange(w[1]); err != nil {
		return c, err
	}
	for i, expand := range []func(string) string{nil, pkg, files, pkgs} {
		value := w[2+i]
		if value == "-" {
			continue
		}
		if expand != nil {
			value = expand(value)
		}
		c.Settings[settingNames[i]] = value
	}
	if w[6] != "-" {
		c.Property = files(w[6])
	}
	switch w[7] {
	case "-":
	case "refused":
		c.Refused = true
	default:
		c.Push = strings.Split(w[7], ",")
	}
	for text := range strings.SplitSeq(w[9], ", ") {
		want, err := parseWant(text)
		if err != nil {
			return c, err
		}
		c.Want = append(c.Want, want)
	}
	return c, nil
}

// settingNames are those that the columns are for.
var settingNames = []string{"enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers_gles", "gpu_debug_layer_app"}

func parseWant(text string) (want, error) {
	f := strings.Fields(text)
	switch {
	case len(f) == 3 && f[1] == "before":
		return want{verb: "before", letter: f[0], than: f[2]}, nil
	case len(f) == 3 && f[0] == "not" && (f[1] == "called" || f[1] == "loaded"):
		return want{not: true, verb: f[1], letter: f[2]}, nil
	case len(f) == 2 && f[0] == "called":
		return want{verb: f[0], letter: f[1]}, nil
	}
	return want{}, fmt.Errorf("not understood: %q", text)
}

// pkg is the package of a word.
func pkg(word string) string { return "android.rootlessgpudebug." + word + ".app" }

func pkgs(words string) string { return each(words, pkg) }

// file is the layer of a letter; foo is no layer.
func file(letter string) string {
	if letter == "foo" {
		return letter
	}
	return "libGLES_glesLayer" + letter + ".so"
}

func files(letters string) string { return each(letters, file) }

func each(list string, do func(string) string) string {
	parts := strings.Split(list, ":")
	for i, part := range parts {
		parts[i] = do(part)
	}
	return strings.Join(parts, ":")
}

// seen judges by the log of the app's process.
func (w want) seen(log string) bool {
	called := func(letter string) int {
		return strings.Index(log, "glesLayer_eglChooseConfig called in glesLayer"+letter)
	}
	switch w.verb {
	case "before":
		return called(w.letter) >= 0 && called(w.letter) < called(w.than)
	case "loaded":
		return strings.Contains(log, "glesLayer"+w.letter+" loaded") != w.not
	}
	return (called(w.letter) >= 0) != w.not
}
