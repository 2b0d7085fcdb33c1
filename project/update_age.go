package project

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/registry"
)

// checkAge refuses a registry that is older than the one of the lock.
func (u *Update) checkAge() error {
	for _, s := range u.facts.Sources {
		i := slices.IndexFunc(u.lock.Registry, func(l LockSource) bool { return l.Name == s.Name })
		if i < 0 || u.lock.Registry[i].SHA256 == s.SHA256 {
			continue
		}
		old := u.lock.Registry[i]
		switch {
		case s.Date == "" || old.Date == "":
			u.Notes = append(u.Notes, fmt.Sprintf("%s: another than before; which is older cannot be told without its date (registry fetch notes it)", s.Name))
		case older(s.Date, old.Date) && !u.request.AllowOlder:
			return &Error{What: fmt.Sprintf("%s of %s", s.Name, s.Date), Why: "older than that of " + old.Date + ", which this project was made from",
				Advice: "take the newer one, or say --allow-older"}
		}
	}
	return nil
}

// older compares dates as far as both are known: to the month, or to the day.
func older(a, b string) bool {
	n := min(len(a), len(b))
	return a[:n] < b[:n]
}

// tellChange has a change of the registry told, if the one that the project was made from is still there.
func (u *Update) tellChange(was RegistrySource) error {
	if u.request.Compare == nil || u.isLocked(u.facts) {
		return nil
	}
	for _, s := range []RegistrySource{was, {}} {
		if before, err := u.load(s); err == nil && u.isLocked(before) {
			return u.request.Compare(before, u.facts, u.config.now)
		}
	}
	u.Notes = append(u.Notes, "the registry that this project was made from is gone, so what changed in it cannot be told")
	return nil
}

// isLocked reports whether the project was made from r.
func (u *Update) isLocked(r *registry.Registry) bool {
	return slices.EqualFunc(r.Sources, u.lock.Registry, func(s registry.Source, l LockSource) bool {
		return s.Name == l.Name && s.SHA256 == l.SHA256
	})
}
