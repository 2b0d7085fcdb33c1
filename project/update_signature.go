package project

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
)

// Signature is a hook whose command has a new prototype. The build fails at the hook until the author changes
// it.
type Signature struct {
	Command       string
	Before, After string    // type of the hook
	At            HookPlace // place of the hook; no file if there is none
}

// String returns a message for the author.
func (s Signature) String() string {
	where := s.Command
	if s.At.File != "" {
		where = s.At.String() + ": " + s.Command
	}
	return fmt.Sprintf("%s: the type of the hook changed in the registry, so the hook does not compile until you correct it\n  was: %s\n  now: %s", where, s.Before, s.After)
}

// declared lists the files that declare the types of hooks, and the matching lines. In a project with C++
// hooks, the C++ header comes first: the C functions call the C++ hooks.
var declared = []struct {
	kind gen.HookKind
	path string
	line *regexp.Regexp
}{
	{gen.HookGo, "gles/zz_generated_funcs.go", regexp.MustCompile(`(?m)^type ([A-Za-z0-9]+)Hook (func\(.*)$`)},
	{gen.HookC, "layer/zz_generated_hooks.hpp", regexp.MustCompile(`(?m)^(?:[A-Za-z].*[ *])?([A-Za-z0-9]+)\(layer::Next<.*\);$`)},
	{gen.HookC, "core/zz_generated_hooks.h", regexp.MustCompile(`(?m)^(?:[A-Za-z].*\b)?hook_([A-Za-z0-9]+)\((.*)\);$`)},
}

// Signatures returns the hooks whose types change.
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
			list = append(list, slices.DeleteFunc(found, func(s Signature) bool { return reported(list, s.Command) })...)
		}
	}
	return list, nil
}

func reported(list []Signature, command string) bool {
	return slices.ContainsFunc(list, func(s Signature) bool { return s.Command == command })
}

// prototypes returns the matching lines by the name in them.
func prototypes(line *regexp.Regexp, text []byte) map[string]string {
	found := map[string]string{}
	for _, m := range line.FindAllSubmatch(withLF(text), -1) {
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
