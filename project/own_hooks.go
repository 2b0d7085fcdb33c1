package project

import (
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
)

// ownHooks returns the author's functions that can be hooks of a kind, by command. It reads the author's
// files once, through links too, as a compiler does.
func (u *Update) ownHooks(kind gen.HookKind) (map[string]HookPlace, error) {
	if u.own == nil {
		own, err := FindHooks(os.DirFS(u.request.Root))
		if err != nil {
			return nil, readError(u.request.Root, err)
		}
		u.own = own
	}
	if kind == gen.HookC {
		return u.own.C, nil
	}
	if len(u.own.Faults) > 0 {
		fault := u.own.Faults[0]
		return nil, &Error{What: fault.Pos.String(), Why: fault.Msg, Advice: "fix this error: gleslayergen cannot find all hooks in a file with errors"}
	}
	return u.own.Go, nil
}

// commandOf returns the command of a function that generated code calls.
func commandOf(function string) string { return strings.TrimPrefix(function, "hook_") }
