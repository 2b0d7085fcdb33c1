package project

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/registry"
)

// checkAge returns an error if the registry is older than that of the lock.
func (u *Update) checkAge() error {
	for _, s := range u.facts.Sources {
		i := slices.IndexFunc(u.lock.Registry, func(l LockSource) bool { return l.Name == s.Name })
		if i < 0 || u.lock.Registry[i].SHA256 == s.SHA256 {
			continue
		}
		old := u.lock.Registry[i]
		switch {
		case s.Date == "" || old.Date == "":
			u.Notes = append(u.Notes, fmt.Sprintf("%s differs from the file that the project was generated from; at least one of the two files has no date, so it is unknown which one is newer (to get files with dates: gleslayergen registry fetch)", s.Name))
		case older(s.Date, old.Date) && !u.request.AllowOlder:
			return &Error{What: fmt.Sprintf("%s of %s", s.Name, s.Date), Why: "the project was generated from a newer file, of " + old.Date,
				Advice: "use the newer file, or allow the older one with --allow-older"}
		}
	}
	return nil
}

// checkDates adds a note if the request replaces only one of the two registry files and they are not of the same date: some
// functions of EGL and OpenGL ES are defined by extensions in both.
func (u *Update) checkDates() {
	q := u.request.Registry
	if (q.GL == "") == (q.EGL == "") || len(u.facts.Sources) != 2 {
		return
	}
	a, b := u.facts.Sources[0], u.facts.Sources[1]
	if a.Date+b.Date == "" || a.Date != "" && b.Date != "" && (a.Date == b.Date || !older(a.Date, b.Date) && !older(b.Date, a.Date)) {
		return
	}
	date := func(date string) string { return cmp.Or(date, "unknown date") }
	u.Notes = append(u.Notes, fmt.Sprintf("the registry files may not match, because only one of them was replaced: %s (%s), %s (%s); to get the newest version of both files: gleslayergen registry fetch",
		a.Name, date(a.Date), b.Name, date(b.Date)))
}

// older compares dates up to their common precision: month or day.
func older(a, b string) bool {
	n := min(len(a), len(b))
	return a[:n] < b[:n]
}

// reportRegistryChange calls Compare after a change of the registry, if the previous registry still exists.
func (u *Update) reportRegistryChange(was RegistrySource) error {
	if u.request.Compare == nil || u.request.Adopt || u.isLocked(u.facts) {
		return nil
	}
	for _, s := range []RegistrySource{was, {}} {
		if before, err := u.load(s); err == nil && u.isLocked(before) {
			return u.request.Compare(before, u.facts, u.config.now)
		}
	}
	u.Notes = append(u.Notes, "the registry changed, but the previous registry is no longer available, so the changes cannot be listed")
	return nil
}

// isLocked reports whether the project was generated from r.
func (u *Update) isLocked(r *registry.Registry) bool {
	return slices.EqualFunc(r.Sources, u.lock.Registry, func(s registry.Source, l LockSource) bool {
		return s.Name == l.Name && s.SHA256 == l.SHA256
	})
}
