package project

import (
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
)

// ownHooks are the author's functions among which hooks of a kind are looked for, by command. The author's files are read
// once, as a compiler would: also through a link.
func (u *Update) ownHooks(kind gen.HookKind) (map[string]HookPlace, error) {
	if u.own == nil {
		own, err := FindHooks(os.DirFS(u.request.Root))
		if err != nil {
			return nil, cannotOpen(u.request.Root, err)
		}
		u.own = own
	}
	if kind == gen.HookC {
		return u.own.C, nil
	}
	if len(u.own.Faults) > 0 {
		fault := u.own.Faults[0]
		return nil, &Error{What: fault.Pos.String(), Why: fault.Msg, Advice: "mend it first: which hooks are there cannot be told"}
	}
	return u.own.Go, nil
}

// commandOf is the name that a hook is found by, for the function that generated code calls.
func commandOf(function string) string { return strings.TrimPrefix(function, "hook_") }
