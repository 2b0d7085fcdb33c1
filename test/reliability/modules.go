package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/gen/settings"
)

// A layer is a built layer with values of its settings.
type layer struct {
	path string
	on   []string // NAME.on=1 for each module that can be switched on
}

// modulesName is the name of the layer with all modules, with which each line of its log begins.
const modulesName = "allmodules"

var modulesLog = regexp.MustCompile(`(?m)^` + modulesName + `: .*\n`)

// buildModules builds a layer that intercepts all functions with all modules that do not change what a program sees.
func (s *stage) buildModules(ctx context.Context) error {
	dir := filepath.Join(s.dir, modulesName)
	s.modules.path = filepath.Join(dir, "build", "host", "lib"+modulesName+".so")
	for _, argv := range [][]string{
		{s.tool, "new", modulesName, "--out", dir, "--template", "c", "--passive", "--intercept", "@all", "--force", "--with", strings.Join(modules.Invisible(), ",")},
		{"make", "-C", dir, "layer"},
	} {
		if out, err := exec.CommandContext(ctx, argv[0], argv[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(argv, " "), err, out)
		}
	}
	text, err := exec.CommandContext(ctx, s.tool, "settings", s.modules.path, "--json").Output()
	if err != nil {
		return fmt.Errorf("settings %s: %w", s.modules.path, err)
	}
	var declared settings.Declared
	if err := json.Unmarshal(text, &declared); err != nil {
		return err
	}
	for _, d := range declared.Settings {
		if strings.HasSuffix(d.Name, ".on") {
			s.modules.on = append(s.modules.on, d.Name+"=1")
		}
	}
	return nil
}

// run returns the start of a command line that runs a program with the layer, which may write files to dir.
func (l *layer) run(tool, dir string) []string {
	argv := []string{tool, "run", "--layer", l.path, "--set", "breadcrumbs.directory=" + dir}
	for _, on := range l.on {
		argv = append(argv, "--set", on)
	}
	return argv
}
