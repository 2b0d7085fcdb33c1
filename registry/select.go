package registry

import (
	"path"
	"slices"
	"strings"
)

// A pattern names commands:
//
//	eglChooseConfig   one command
//	glDraw*           a glob (path.Match)
//	@GL_KHR_debug     the commands of an extension
//	@gles3.1          the commands of OpenGL ES 2.0 to 3.1
//	@egl1.4           the commands of EGL 1.0 to 1.4
//	@all              everything in scope
//	!glDrawArrays     removes what the pattern after it names
//
// Commas join patterns. Patterns apply in order, so "!" removes from the result of the patterns before it.

// SplitPatterns splits comma-separated lists into single patterns.
func SplitPatterns(lists []string) []string {
	var out []string
	for _, list := range lists {
		for p := range splitList(list) {
			out = append(out, p)
		}
	}
	return out
}

// Select returns the commands in scope that the patterns name, sorted by name. Its errors are
// *UnknownNameError, *PatternError and *ES1Error.
func (r *Registry) Select(s Scope, patterns []string) ([]*Command, error) {
	scope := s.commands(r)
	chosen := map[string]bool{}
	split := SplitPatterns(patterns)
	for _, p := range split {
		name, away := strings.CutPrefix(p, "!")
		matched, err := r.match(scope, name)
		if err != nil {
			return nil, err
		}
		for _, m := range matched {
			if away {
				delete(chosen, m)
			} else {
				chosen[m] = true
			}
		}
	}
	var out []*Command
	for _, c := range r.Commands {
		if chosen[c.Name] {
			out = append(out, c)
		}
	}
	if len(out) == 0 && len(split) > 0 {
		return nil, &PatternError{strings.Join(split, ","), "no function is selected: a pattern that begins with ! only removes functions that earlier patterns selected"}
	}
	return out, nil
}

// Match returns the commands in scope that one pattern, without "!", names, sorted by name.
func (r *Registry) Match(s Scope, pattern string) ([]string, error) {
	return r.match(s.commands(r), pattern)
}

func (r *Registry) match(scope map[string]bool, pattern string) ([]string, error) {
	names, err := r.matchAny(scope, pattern)
	if err == nil && len(names) == 0 {
		err = r.whyNothing(pattern)
	}
	return names, err
}

func (r *Registry) matchAny(scope map[string]bool, pattern string) ([]string, error) {
	group, isGroup := strings.CutPrefix(pattern, "@")
	switch {
	case pattern == "":
		return nil, &PatternError{pattern, "empty"}
	case isGroup:
		return r.matchGroup(scope, group)
	case strings.ContainsAny(pattern, "*?["):
		return r.matchGlob(scope, pattern)
	}
	return r.matchName(scope, pattern)
}

// whyNothing returns the error for a valid pattern that matches nothing in scope.
func (r *Registry) whyNothing(pattern string) error {
	everything := make(map[string]bool, len(r.Commands))
	for _, c := range r.Commands {
		everything[c.Name] = true
	}
	names, _ := r.matchAny(everything, pattern)
	full := FullScope().commands(r)
	layered := func(name string) bool { return full[name] }
	switch {
	case len(names) > 0 && !slices.ContainsFunc(names, layered):
		return &ES1Error{pattern}
	case len(names) == 0 && pattern[0] == '@' && pattern != "@all":
		return &PatternError{pattern, "the version or extension adds no functions"}
	}
	return &PatternError{pattern, "matches no function of the selected APIs and extensions"}
}

func (r *Registry) matchName(scope map[string]bool, name string) ([]string, error) {
	c, known := r.commands[name]
	switch {
	case scope[name]:
		return []string{name}, nil
	case !known && r.extension(name) != nil:
		return nil, &UnknownNameError{Kind: "command", Name: name, Near: []string{"@" + name}}
	case !known:
		return nil, &UnknownNameError{Kind: "command", Name: name, Near: Nearest(name, r.inScope(FullScope().commands(r)), 3)}
	case !FullScope().commands(r)[name]:
		return nil, &ES1Error{name}
	}
	return nil, &PatternError{name, "the selected APIs and extensions do not contain this function; it belongs to " +
		strings.Join(slices.Concat(c.Features, c.Extensions), ", ")}
}

func (r *Registry) matchGlob(scope map[string]bool, glob string) ([]string, error) {
	var names []string
	for _, c := range r.Commands {
		ok, err := path.Match(glob, c.Name)
		if err != nil {
			return nil, &PatternError{glob, "invalid glob: " + err.Error()}
		}
		if ok && scope[c.Name] {
			names = append(names, c.Name)
		}
	}
	return names, nil
}

func (r *Registry) matchGroup(scope map[string]bool, name string) ([]string, error) {
	if name == "all" {
		return r.inScope(scope), nil
	}
	if x := r.extension(name); x != nil {
		var names []string
		for _, q := range x.Requires {
			for _, n := range q.Commands {
				if scope[n] {
					names = append(names, n)
				}
			}
		}
		return names, nil
	}
	if number, ok := strings.CutPrefix(name, "egl"); ok && number != "" && number[0] >= '0' && number[0] <= '9' {
		return r.matchVersion(scope, EGL, number)
	}
	if number, ok := strings.CutPrefix(name, "gles"); ok {
		return r.matchVersion(scope, GLES2, number)
	}
	return nil, &UnknownNameError{Kind: "extension", Name: name, Near: Nearest(name, r.extensionNames(), 3)}
}

func (r *Registry) matchVersion(scope map[string]bool, api API, number string) ([]string, error) {
	if api == GLES2 && (number == "1" || strings.HasPrefix(number, "1.")) {
		return nil, &ScopeError{"gles" + number, "Android does not pass the GL calls of OpenGL ES 1.x contexts to layers (rule 4.8)",
			"layers can intercept OpenGL ES 2.0 and newer: use @gles2.0"}
	}
	if err := r.checkVersion(api, number); err != nil {
		return nil, err
	}
	version := Scope{EGL: number}
	if api == GLES2 {
		version = Scope{GLES2: number}
	}
	in := version.commands(r)
	for name := range in {
		if !scope[name] {
			delete(in, name)
		}
	}
	return r.inScope(in), nil
}

// inScope returns the set as a sorted list.
func (r *Registry) inScope(set map[string]bool) []string {
	var names []string
	for _, c := range r.Commands {
		if set[c.Name] {
			names = append(names, c.Name)
		}
	}
	return names
}
