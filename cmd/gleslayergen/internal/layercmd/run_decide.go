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

// apply sets in s where the layers of a program come from, if the flags about the app and the device decide
// that, and prints the decision. With --env there is no program.
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
		e.Notef("gleslayergen: warning: %s; the program is started anyway", ui.OneLine(crash))
	case f.decisive() != "" && !f.explain && !s.HasLayers():
		e.Warnf("the flags and settings request no layer; to see why, add --explain")
	}
	return nil
}

// warnProperties warns about properties that the loader does not read.
func warnProperties(e *ui.Env, pairs []string) {
	for _, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if !slices.Contains(loader.Properties(), name) {
			e.Warnf("--property %s has no effect: on this machine the loader reads only the properties %s; set the settings of a layer with environment variables",
				name, strings.Join(loader.Properties(), ", "))
		}
	}
}

// appCrash is the error of an app that Android ends before it loads a layer.
type appCrash struct{ what string }

func (c *appCrash) Error() string { return c.what }
func (c *appCrash) Hint() string {
	return "pass the directory of the package with --layer-app PACKAGE=DIR, or remove the package from gpu_debug_layer_app"
}
func (c *appCrash) ExitCode() int { return ui.ExitNotLoaded }

// setup sets in s where the layers come from, if these flags decide that, and returns the decision. It sets
// properties in any case.
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
			"--layer and "+f.decisive()+" are given, but only one of them can select the layers",
			"leave out --layer; or leave out --setting, --property "+rules.PropertyLayers+"=..., and all flags that describe the app or the device")

	}
	return a.Fill(s), nil
}

// printDecision prints each rule that Android applied.
func printDecision(e *ui.Env, d rules.Decision) {
	if len(d.Steps) == 0 {
		e.Notef("--explain: there are no rules to print, because no flag describes an app or a device; for example, add --setting enable_gpu_debug_layers=1")
	}
	for _, s := range d.Taken() {
		e.Notef("rule %-5s %s", s.Rule, ui.Wrap(ui.OneLine(s.Text), 100, "           "))
	}
}

// logDecision writes the log lines of Android's Java code to the log file of the loader, or warnings to
// stderr.
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
