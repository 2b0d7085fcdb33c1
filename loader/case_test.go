//go:build linux

package loader_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// A ruleCase is one run of the program under the loader, and the expected transcript. In all texts, $LAYERS
// is the directory of the layers and $OWN a directory of this case.
type ruleCase struct {
	name     string
	release  string // empty: the newest
	strict   bool
	survives bool // with strict too, a problem does not end the program
	chaos    *uint64

	list, path, system string   // empty: $LAYERS; "-": an empty path
	properties         string   // name=value
	files              []string // files in $OWN, in the form that makeFile reads
	config             string   // a line that is appended to the configuration
	env                string   // variables for layers and driver, one on a line
	words              string   // for the program, separated by blanks

	keep  string         // a pattern for loader lines to compare; other loader lines count only for check
	want  string         // the lines of program, layers and driver, and the kept loader lines; * matches any text
	dies  syscall.Signal // the signal that ends the program
	check func(outcome) error
}

// An outcome is the result of a case.
type outcome struct {
	*ruleCase
	lines []string // the whole transcript
	run   *loader.Run
	own   string // the directory of the case
}

// A place is the environment of one run of a case.
type place struct {
	*fixture
	own string
}

func (p place) expand(text string) string {
	return strings.NewReplacer("$LAYERS", p.layers, "$OWN", p.own).Replace(text)
}

// shorten removes directories from lines: layers keep only their file names.
func (p place) shorten(text string) string {
	return strings.NewReplacer(p.layers+"/", "", p.layers, "$LAYERS", p.own+"/", "own/", p.own, "$OWN").Replace(text)
}

// runCase runs a case, with at most one broken rule, and returns the difference from the expected result.
func (s *fixture) runCase(c *ruleCase, broken string) error {
	own, err := os.MkdirTemp(loader.Scratch(), "case-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(own)
	p := place{s, own}
	for _, file := range c.files {
		if err := p.makeFile(file); err != nil {
			return err
		}
	}
	run, err := s.host.NewRun("", c.setup(p, broken))
	if err != nil {
		return err
	}
	defer run.Close()
	if err := appendLine(filepath.Join(run.Dir, "config"), c.config); err != nil {
		return err
	}
	return p.runApp(c, run)
}

// makeFile creates a file: "A.so" is that layer, "x.so:text" a text file, "x.so:folder" a directory, and
// "x.so:A.so" a layer under another name.
func (p place) makeFile(file string) error {
	name, kind, found := strings.Cut(file, ":")
	if !found {
		kind = name
	}
	target := filepath.Join(p.own, name)
	switch kind {
	case "text":
		return os.WriteFile(target, []byte("no library\n"), 0o600)
	case "folder":
		return os.MkdirAll(target, 0o700)
	default:
		return os.Link(filepath.Join(p.layers, kind), target)
	}
}

func appendLine(name, line string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(line + "\n")
	return errors.Join(err, file.Close())
}

func (c *ruleCase) setup(p place, broken string) loader.Setup {
	r := rules.Newest()
	if c.release != "" {
		r, _ = rules.FindRelease(c.release)
	}
	setup := loader.Setup{
		Release: r, Strict: c.strict, Chaos: c.chaos, List: p.expand(c.list), Path: p.layers, System: p.expand(c.system),
		Log: filepath.Join(p.own, "transcript"), Break: broken, Properties: map[string]string{},
	}
	if c.path == "-" {
		setup.Path = ""
	} else if c.path != "" {
		setup.Path = p.expand(c.path)
	}
	if name, value, found := strings.Cut(c.properties, "="); found {
		setup.Properties[name] = value
	}
	return setup
}

func (p place) runApp(c *ruleCase, r *loader.Run) error {
	ctx, cancel := buildContext()
	defer cancel()
	words := slices.Concat(p.app[1:], strings.Fields(p.expand(c.words)))
	cmd := r.Command(ctx, p.app[0], words...)
	transcript := filepath.Join(p.own, "transcript")
	cmd.Dir = p.own // the directory for a core file
	cmd.Env = append(r.Env(), "TRANSCRIPT="+transcript, "DRIVER="+p.driver)
	cmd.Env = append(cmd.Env, lines(p.expand(c.env))...)
	result, err := run(cmd)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(transcript)
	if err != nil {
		return fmt.Errorf("%w\n%v\n%s%s", err, result.status, result.stdout, result.stderr)
	}
	o := outcome{c, strings.Split(strings.TrimSuffix(p.shorten(string(content)), "\n"), "\n"), r, p.own}
	return errors.Join(o.judgeEnd(result), o.judge())
}
