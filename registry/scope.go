package registry

import (
	"fmt"
	"slices"
	"strings"
)

// Scope is the part of the registry that a project may intercept: versions up to a number, and extensions.
// OpenGL ES 1.x is never in scope: the GL calls of its contexts do not reach layers (rule 4.8).
type Scope struct {
	EGL        string   // newest version, e.g. 1.5; empty for no EGL
	GLES2      string   // newest version of OpenGL ES 2.0 and up, e.g. 3.2; empty for none
	Extensions []string // names; {"all"} for every extension
}

// FullScope is everything that Android can layer.
func FullScope() Scope { return Scope{EGL: "1.5", GLES2: "3.2", Extensions: []string{"all"}} }

// ParseScope parses the flags --api (egl=1.5,gles2=3.2) and --extensions (all, none, or names).
func (r *Registry) ParseScope(api, extensions string) (Scope, error) {
	var s Scope
	for part := range splitList(api) {
		name, number, ok := strings.Cut(part, "=")
		if !ok {
			return s, &ScopeError{part, "expected API=VERSION", "for example egl=1.5,gles2=3.2"}
		}
		if API(name) == GLES1 {
			return s, &ScopeError{name, "Android does not pass the GL calls of OpenGL ES 1.x contexts to layers (rule 4.8)",
				"remove gles1; layers can intercept OpenGL ES 2.0 and newer"}
		}
		if err := r.checkVersion(API(name), number); err != nil {
			return s, err
		}
		if API(name) == EGL {
			s.EGL = number
		} else {
			s.GLES2 = number
		}
	}
	for name := range splitList(extensions) {
		if name == "none" {
			continue
		}
		if name != "all" && r.extension(name) == nil {
			return s, &UnknownNameError{Kind: "extension", Name: name, Near: Nearest(name, r.extensionNames(), 3)}
		}
		s.Extensions = append(s.Extensions, name)
	}
	return s, nil
}

// ScopeError reports an API or version that does not exist or cannot be layered.
type ScopeError struct{ Name, Why, Advice string }

func (e *ScopeError) Error() string { return fmt.Sprintf("api %q: %s", e.Name, e.Why) }

// Hint returns what to do about the error.
func (e *ScopeError) Hint() string { return e.Advice }

func (r *Registry) checkVersion(api API, number string) error {
	var known []string
	for _, f := range r.Features {
		if f.API == api && f.API != GLES1 {
			known = append(known, f.Number)
		}
	}
	if len(known) == 0 {
		return &ScopeError{string(api), "unknown API", "the APIs are egl and gles2 (OpenGL ES 2.0 and newer)"}
	}
	if !slices.Contains(known, number) {
		return &ScopeError{string(api) + "=" + number, "unknown version", "the known versions are " + strings.Join(known, ", ")}
	}
	return nil
}

// commands returns the commands in scope.
func (s Scope) commands(r *Registry) map[string]bool {
	in := make(map[string]bool, len(r.Commands))
	for _, f := range r.Features {
		if newest := s.newest(f.API); newest != "" && f.Number <= newest {
			for _, q := range f.Requires {
				addAll(in, q.Commands)
			}
		}
	}
	all := slices.Contains(s.Extensions, "all")
	for _, x := range r.Extensions {
		if all || slices.Contains(s.Extensions, x.Name) {
			for _, q := range x.Requires {
				if s.layers(x, q.API) {
					addAll(in, q.Commands)
				}
			}
		}
	}
	return in
}

// newest returns the highest version in scope. Version numbers of one API compare as text: each is one digit,
// a dot and one digit.
func (s Scope) newest(api API) string {
	switch api {
	case EGL:
		return s.EGL
	case GLES2:
		return s.GLES2
	}
	return ""
}

// layers reports whether a layer can reach a part of x for api (empty: for every API that x supports).
func (s Scope) layers(x *Extension, api API) bool {
	for _, a := range []API{EGL, GLES2} {
		if s.newest(a) != "" && x.supports(a) && (api == "" || api == a) {
			return true
		}
	}
	return false
}

func addAll(set map[string]bool, names []string) {
	for _, n := range names {
		set[n] = true
	}
}

func (r *Registry) extension(name string) *Extension {
	for _, x := range r.Extensions {
		if x.Name == name {
			return x
		}
	}
	return nil
}

func (r *Registry) extensionNames() []string {
	names := make([]string, len(r.Extensions))
	for i, x := range r.Extensions {
		names[i] = x.Name
	}
	return names
}
