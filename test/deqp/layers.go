package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	layermodules "github.com/gleslayergen/gleslayergen/gen/modules"
)

// recordingName stands for the path of a recording in the arguments of a setup.
const recordingName = "RECORDING"

// A layer is a project with which cases run: the arguments of gleslayergen new, and settings.
type layer struct {
	name     string
	project  string // "" for the name
	create   []string
	settings []string // WORK stands for the directory of the run
}

// layers are the layers that cases can run with. "none" runs without a layer, "trace" with the recorder.
var layers = []layer{
	{name: "none"},
	{name: "all", create: []string{"--passive", "--intercept", "@all", "--hooks", "none"}},
	{name: "c", create: []string{"--passive", "--intercept", "@all", "--hooks", "c"}},
	{name: "go", create: []string{"--passive", "--intercept", "@all", "--hooks", "go"}},
	{name: "observe", create: []string{"--passive", "--intercept", "@all", "--hooks", "observe"}},
	{name: "modules", create: []string{"--passive", "--intercept", "@all", "--hooks", "none", "--with", strings.Join(layermodules.Invisible(), ",")},
		settings: append(switchedOn(layermodules.Invisible()), "breadcrumbs.directory=WORK")},
	{name: explainLayer, create: []string{"--passive", "--with", "explain"}, settings: []string{"explain.on=1", "errors.stack=0", "log=debug"}},
	{name: "trace"},
}

// switchedOn returns the settings that switch those of some modules on that can be switched.
func switchedOn(names []string) (list []string) {
	for _, name := range layermodules.Switchable(names) {
		list = append(list, name+".on=1")
	}
	return list
}

// profilePrefix begins the names of layers with which cases run under a profile. The name of the profile follows.
const profilePrefix = "profile-"

// profileLayers returns a layer for each profile of a list, separated by commas: paths, or names in examples/profiles. All have the same
// project.
func profileLayers(list string) (selected []layer, err error) {
	for path := range strings.SplitSeq(list, ",") {
		if path == "" {
			continue
		}
		if !strings.Contains(path, "/") {
			path = filepath.Join("..", "examples", "profiles", path+".profile")
		}
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
		name := profilePrefix + strings.TrimSuffix(filepath.Base(path), ".profile")
		selected = append(selected, layer{name: name, project: "profile", create: []string{"--passive", "--with", "profile"},
			settings: []string{"profile.on=1", "profile.file=" + path}})
	}
	return selected, nil
}

// errNoLayer is the error for an unknown name of a layer.
var errNoLayer = errors.New("unknown layer")

// selectLayers returns the layers of a list of names, separated by commas, without "none".
func selectLayers(list string) (selected []layer, err error) {
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(layers, func(l layer) bool { return l.name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("%w %q: one of all, c, go, observe, modules, explain, trace expected", errNoLayer, name)
		case i > 0:
			selected = append(selected, layers[i])
		}
	}
	return selected, nil
}

// build creates and builds the project of a layer in a directory, unless an earlier run did. It returns the path of the layer.
func (l layer) build(ctx context.Context, tool, dir string) (string, error) {
	name := "deqp" + cmp.Or(l.project, l.name) // Android has a libc.so
	project := filepath.Join(dir, name)
	path := filepath.Join(project, "build", "host", "lib"+name+".so")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.RemoveAll(project); err != nil {
		return "", err
	}
	for _, argv := range [][]string{append([]string{tool, "new", name}, l.create...), {"make", "-C", name, "build"}} {
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", strings.Join(argv, " "), err, out)
		}
	}
	_, err := os.Stat(path)
	return path, err
}

// A driver is what the cases run over.
type driver struct {
	name string
	dir  string // with its libraries; "" for the driver of the system
	env  []string
}

// findDriver returns a driver by its name. ANGLE needs a directory, in which it adds the names by which programs load it.
func findDriver(name, angle, work string) (driver, error) {
	switch {
	case name == "mesa":
		return driver{name: name, env: environment}, nil
	case name != "angle":
		return driver{}, fmt.Errorf("unknown driver %q: mesa or angle expected", name)
	case angle == "":
		return driver{}, errors.New("driver angle: no directory of ANGLE: make test-deqp downloads it")
	}
	dir := filepath.Join(work, "angle")
	d := driver{name: name, dir: dir, env: []string{"DISPLAY=", "ANGLE_DEFAULT_PLATFORM=swiftshader"}}
	if _, err := os.Stat(dir); err == nil {
		return d, nil
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return d, err
	}
	entries, err := os.ReadDir(angle)
	for _, e := range entries {
		err = errors.Join(err, os.Symlink(filepath.Join(angle, e.Name()), filepath.Join(dir, e.Name())))
	}
	for link, to := range map[string]string{"libEGL.so.1": "libEGL.so", "libGLESv2.so.2": "libGLESv2.so"} {
		err = errors.Join(err, os.Symlink(to, filepath.Join(dir, link)))
	}
	return d, err
}

// setup returns how a program runs over the driver with a layer, whose file is at a path.
func (d driver) setup(tool string, l layer, path, work string) setup {
	s := setup{name: l.name, env: d.env}
	var options []string
	if d.dir != "" {
		options = []string{"--driver", d.dir}
	}
	switch l.name {
	case "none":
		if d.dir != "" {
			s.env = append(slices.Clone(d.env), "LD_LIBRARY_PATH="+d.dir)
		}
		return s
	case "trace":
		s.prefix = slices.Concat([]string{tool, "trace", "record", "--replayable", "--out", recordingName}, options, []string{"--"})
		return s
	}
	s.prefix = append(slices.Concat([]string{tool, "run", "--layer", path}, options), sets(l, work)...)
	s.prefix = append(s.prefix, "--")
	return s
}

func sets(l layer, work string) (list []string) {
	for _, one := range l.settings {
		list = append(list, "--set", strings.ReplaceAll(one, "WORK", work))
	}
	return list
}
