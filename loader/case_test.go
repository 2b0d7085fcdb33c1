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

// A ruleCase is one run of the program under the loader, and what must be in its transcript. In all texts $LAYERS is the
// folder of the layers, $OWN one of the case's own.
type ruleCase struct {
	name    string
	release string // the newest, unless it says so
	strict  bool
	chaos   *uint64

	list, path, system string   // path is $LAYERS unless it says so; "-" is an empty one
	properties         string   // name=value
	files              []string // of $OWN, as makeFile knows them
	config             string   // a line that is put behind those of the run
	env                string   // variables for layers and driver, one a line
	words              string   // for the program, with blanks between

	keep  string         // a pattern for the loader's lines to look at: others count only for check
	want  string         // the lines of program, layers, driver, and those kept; a star stands for anything
	dies  syscall.Signal // what ends the program
	check func(outcome) error
}

// An outcome is what a case left.
type outcome struct {
	*ruleCase
	lines []string // the whole transcript
	run   *loader.Run
	own   string // the case's folder
}

// A place is where one run of a case happens.
type place struct {
	*stage
	own string
}

func (p place) expand(text string) string {
	return strings.NewReplacer("$LAYERS", p.layers, "$OWN", p.own).Replace(text)
}

// shorten makes lines independent of the folders: layers go by their names alone.
func (p place) shorten(text string) string {
	return strings.NewReplacer(p.layers+"/", "", p.layers, "$LAYERS", p.own+"/", "own/", p.own, "$OWN").Replace(text)
}

// runCase plays a case, with a rule broken or none, and says what was not as it should be.
func (s *stage) runCase(c *ruleCase, broken string) error {
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
	return p.perform(c, run)
}

// makeFile makes "A.so" that layer, "x.so:text" a file that is none, "x.so:folder" a folder, and
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

func (p place) perform(c *ruleCase, r *loader.Run) error {
	ctx, cancel := buildContext()
	defer cancel()
	words := slices.Concat(p.app[1:], strings.Fields(p.expand(c.words)))
	cmd := r.Command(ctx, p.app[0], words...)
	transcript := filepath.Join(p.own, "transcript")
	cmd.Dir = p.own // the place for a core
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
