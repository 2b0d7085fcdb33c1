package gen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// recording is how the calls of a command are recorded: its cells, the data that its pointers lead to, and what is noted at
// it, as the C of its function.
type recording struct {
	Definition []byte // a Function of gltrace.proto
	Layout     string // a letter for each cell
	Cells      []cell
	Units      int      // of 4 bytes that the cells take
	In, Out    []string // C: what takes data, before the call and after it
	Failed     uint32   // parameters, a bit each, that nothing was written to where the call failed
	Written    string   // C: whether it did what it should; empty where nobody can tell
	Notes      callNotes

	captures []capture // of each parameter, and of the result
}

// resolveRecordings says of each command with hooks of the kind record, and of those that the recorder calls itself, how it
// is recorded.
func (p *Plan) resolveRecordings(r *registry.Registry) error {
	if len(p.Hooked(HookRecord)) == 0 {
		return nil
	}
	for _, c := range p.recorded() {
		of, err := p.recordingOf(r, c)
		if err != nil {
			return fmt.Errorf("recording of %s: %w", c.Name, err)
		}
		c.recording = of
	}
	if err := p.resolveNumbers(r); err != nil {
		return err
	}
	return p.resolvePseudo(r)
}

// recorded are the commands with a function that records them.
func (p *Plan) recorded() []*Command {
	return p.filter(func(c *Command) bool { return c.Hook == HookRecord || recordNeeds()[c.Name] != "" })
}

// callParts is in how many files the functions that record are, so that several compilers work at once.
const callParts = 6

// recordedPart is one of callParts equal parts of the recorded commands, by its number from 1.
func (p *Plan) recordedPart(number string) []*Command {
	n, _ := strconv.Atoi(number)
	all := p.recorded()
	return all[len(all)*(n-1)/callParts : len(all)*n/callParts]
}

func (p *Plan) recordingOf(r *registry.Registry, c *Command) (*recording, error) {
	rc, _ := r.Command(c.Name)
	of := &recording{}
	of.Cells, of.Layout, of.Units = cellsOf(c)
	var err error
	if of.captures, err = capturesOf(r, c, rc); err != nil {
		return nil, err
	}
	for i, d := range of.captures {
		switch {
		case d.take != "" && d.out:
			of.Out = append(of.Out, d.take)
			if i < len(c.Params) {
				of.Failed |= 1 << i
			}
		case d.take != "":
			of.In = append(of.In, d.take)
		}
	}
	if of.Written = written(c); of.Written == "" {
		of.Failed = 0
	}
	of.Definition = p.definition(r, c, of.captures)
	of.Notes, err = notesOf(r, c, rc)
	return of, err
}

// written is C that tells whether a call did what it should: EGL says so of most; of OpenGL ES, who asks for errors knows.
func written(c *Command) string {
	switch {
	case c.Result.CType == "EGLBoolean":
		return "ret_"
	case strings.HasPrefix(c.Name, "gl"):
		return "!live_failed(t_)"
	}
	return ""
}
