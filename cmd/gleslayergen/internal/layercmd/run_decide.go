package layercmd

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// apply says in s where the layers of a program with its arguments come from, if the flags of app and device do, and
// tells what is to be told of that. With --env there is no program yet.
func (f *androidFlags) apply(e *ui.Env, s *loader.Setup, args []string) error {
	program := ""
	if len(args) > 0 {
		program = args[0]
	}
	d, err := f.setup(s, program)
	if err != nil {
		return err
	}
	if f.explain {
		printDecision(e, d)
	}
	warnProperties(e, f.properties)
	if err := logDecision(e, s.Log, d.Log); err != nil {
		return err
	}
	switch crash := d.Crash + " (rule 6.19)"; {
	case d.Crash != "" && s.Strict:
		return &appCrash{crash}
	case d.Crash != "":
		e.Notef("gleslayergen: warning: %s; the run continues", ui.OneLine(crash))
	case f.decisive() != "" && !f.explain && !s.HasLayers():
		e.Warnf("no layer is requested; see --explain")
	}
	return nil
}

// warnProperties tells of properties that nobody reads: layers have no system properties here.
func warnProperties(e *ui.Env, pairs []string) {
	for _, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if !slices.Contains(loader.Properties(), name) {
			e.Warnf("--property %s: only %s are read here; a layer that gleslayergen wrote takes its settings from the environment",
				name, strings.Join(loader.Properties(), ", "))
		}
	}
}

// appCrash is an app that a device ends before it loads a layer.
type appCrash struct{ what string }

func (c *appCrash) Error() string { return c.what }
func (c *appCrash) Hint() string {
	return "give the package a folder with --layer-app, or take it out of gpu_debug_layer_app"
}
func (c *appCrash) ExitCode() int { return ui.ExitNotLoaded }

// setup says in s where the layers come from, if these flags do, and returns why. Properties are set in any case.
func (f *androidFlags) setup(s *loader.Setup, program string) (rules.Decision, error) {
	a, err := f.device(program)
	switch {
	case err != nil:
		return rules.Decision{}, err
	case f.decisive() == "":
		s.Properties = a.Properties
		return rules.Decision{}, nil
	case s.List != "":
		return rules.Decision{}, ui.Usage("run",
			"--layer names the layers, and "+f.decisive()+" is for a device that looks for them itself",
			"leave out --layer, or all of --setting, --property "+rules.PropertyLayers+"=... and the flags for app and device")

	}
	return a.Fill(s), nil
}

// printDecision tells row by row what Android decided.
func printDecision(e *ui.Env, d rules.Decision) {
	if len(d.Steps) == 0 {
		e.Notef("--layer says which layers are used: nothing is left for Android to decide")
	}
	for _, s := range d.Taken() {
		e.Notef("rule %-5s %s", s.Rule, ui.Wrap(ui.OneLine(s.Text), 100, "           "))
	}
}

// logDecision writes what Java writes to where the loader's own lines go, which is stderr for warnings.
func logDecision(e *ui.Env, path string, lines []string) error {
	if path == "" {
		for _, line := range lines {
			if strings.HasPrefix(line, "W ") {
				e.Notef("%s", ui.OneLine(line))
			}
		}
		return nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	for _, line := range lines {
		_, wrong := io.WriteString(file, ui.OneLine(line)+"\n")
		err = cmp.Or(err, wrong)
	}
	return cmp.Or(err, file.Close())
}
