package main

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// apply says in s where the layers of a program with its arguments come from, if the flags of app and device do, and
// tells what is to be told of that. With --env there is no program yet.
func (f *androidFlags) apply(e *env, s *loader.Setup, args []string) error {
	program := ""
	if len(args) > 0 {
		program = args[0]
	}
	d, err := f.setup(s, program)
	if err != nil {
		return err
	}
	if f.explain {
		e.printDecision(d)
	}
	e.warnProperties(f.properties)
	if err := e.logDecision(s.Log, d.Log); err != nil {
		return err
	}
	switch crash := d.Crash + " (rule 6.19)"; {
	case d.Crash != "" && s.Strict:
		return &appCrash{crash}
	case d.Crash != "":
		e.notef("gleslayergen: warning: %s; the run continues", oneLine(crash))
	case f.decisive() != "" && !f.explain && !s.HasLayers():
		e.warnf("no layer is requested; see --explain")
	}
	return nil
}

// warnProperties tells of properties that nobody reads: layers have no system properties here.
func (e *env) warnProperties(pairs []string) {
	for _, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if !slices.Contains(loader.Properties(), name) {
			e.warnf("--property %s: only %s are read here; a layer that gleslayergen wrote takes its settings from the environment",
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
func (c *appCrash) ExitCode() int { return exitNotLoaded }

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
		return rules.Decision{}, &usageError{"run",
			"--layer names the layers, and " + f.decisive() + " is for a device that looks for them itself",
			"leave out --layer, or all of --setting, --property " + rules.PropertyLayers + "=... and the flags for app and device"}
	}
	return a.Fill(s), nil
}

// printDecision tells row by row what Android decided.
func (e *env) printDecision(d rules.Decision) {
	if len(d.Steps) == 0 {
		e.notef("--layer says which layers are used: nothing is left for Android to decide")
	}
	for _, s := range d.Taken() {
		e.notef("rule %-5s %s", s.Rule, text.Wrap(oneLine(s.Text), 100, "           "))
	}
}

// logDecision writes what Java writes to where the loader's own lines go, which is stderr for warnings.
func (e *env) logDecision(path string, lines []string) error {
	if path == "" {
		for _, line := range lines {
			if strings.HasPrefix(line, "W ") {
				e.notef("%s", oneLine(line))
			}
		}
		return nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	for _, line := range lines {
		_, wrong := io.WriteString(file, oneLine(line)+"\n")
		err = cmp.Or(err, wrong)
	}
	return cmp.Or(err, file.Close())
}
