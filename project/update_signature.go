package project

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
)

// Signature is a hook whose command has other parameters than before. The build names it until its author changes it.
type Signature struct {
	Command       string
	Before, After string    // how a hook had to look, and has to look now
	At            HookPlace // the hook; no file if there is none
}

// String is a message for its author.
func (s Signature) String() string {
	where := s.Command
	if s.At.File != "" {
		where = s.At.String() + ": " + s.Command
	}
	return fmt.Sprintf("%s has another type now, and does not build until you change it\n  was: %s\n  now: %s", where, s.Before, s.After)
}

// declared are the files that say how hooks have to look, and the lines that do. Where there are hooks in C++, the first
// file that has one counts: those in C are what calls it.
var declared = []struct {
	kind gen.HookKind
	path string
	line *regexp.Regexp
}{
	{gen.HookGo, "gles/zz_generated_funcs.go", regexp.MustCompile(`(?m)^type ([A-Za-z0-9]+)Hook (func\(.*)$`)},
	{gen.HookC, "layer/zz_generated_hooks.hpp", regexp.MustCompile(`(?m)^(?:[A-Za-z].*[ *])?([A-Za-z0-9]+)\(layer::Next<.*\);$`)},
	{gen.HookC, "core/zz_generated_hooks.h", regexp.MustCompile(`(?m)^(?:[A-Za-z].*\b)?hook_([A-Za-z0-9]+)\((.*)\);$`)},
}

// Signatures compares how hooks had to look with how they will have to.
func (u *Update) Signatures() ([]Signature, error) {
	var list []Signature
	for _, d := range declared {
		for _, c := range u.Changes {
			if c.Path != d.path || c.Before == nil || c.After == nil {
				continue
			}
			found, err := u.signatures(d.kind, prototypes(d.line, c.Before), prototypes(d.line, c.After))
			if err != nil {
				return nil, err
			}
			list = append(list, slices.DeleteFunc(found, func(s Signature) bool { return told(list, s.Command) })...)
		}
	}
	return list, nil
}

func told(list []Signature, command string) bool {
	return slices.ContainsFunc(list, func(s Signature) bool { return s.Command == command })
}

// prototypes gives the text of each line by the name in it.
func prototypes(line *regexp.Regexp, text []byte) map[string]string {
	found := map[string]string{}
	for _, m := range line.FindAllSubmatch(text, -1) {
		found[string(m[1])] = string(m[0])
	}
	return found
}

func (u *Update) signatures(kind gen.HookKind, before, after map[string]string) ([]Signature, error) {
	var list []Signature
	for _, c := range u.plan.Hooked(kind) {
		name := c.Name
		if kind == gen.HookGo {
			name = c.Go
		}
		was, now := before[name], after[name]
		if was == "" || now == "" || was == now {
			continue
		}
		places, err := u.hooksFor(kind, c)
		if err != nil {
			return nil, err
		}
		for _, at := range places {
			list = append(list, Signature{c.Name, was, now, at})
		}
	}
	return list, nil
}
