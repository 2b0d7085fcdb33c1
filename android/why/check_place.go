package why

import (
	"cmp"
	"github.com/gleslayergen/gleslayergen/android/device"
	"slices"
	"strings"
)

// each calls check for each listed layer. It returns the first result that fails, or else the first unknown
// one.
func (ev *evaluation) each(check func(resolvedLayer) outcome) outcome {
	if len(ev.resolved) == 0 {
		return skipped("no layer is listed")
	}
	var undecided, good, other *outcome
	for _, s := range ev.resolved {
		o := check(s)
		switch {
		case o.state == Fails:
			return o
		case o.state == Open && undecided == nil:
			undecided = &o
		case o.state == OK:
			good = &o
		default:
			other = &o
		}
	}
	return *cmp.Or(undecided, good, other)
}

// missing is a reason why a file is not where the loader searches.
type missing struct {
	id   string
	find func(ev *evaluation, name string) (fill placeholders, evidence []string)
}

// missingCauses are tried in this order; the first match is the most specific one.
var missingCauses = []missing{
	{"embedded", (*evaluation).findEmbedded},
	{"narrow", (*evaluation).findRestricted},
	{"place", (*evaluation).findElsewhere},
	{"spelling", (*evaluation).findSimilar},
	{"found", (*evaluation).reportNotFound},
}

// explainMissing sets the reason why a layer has no file. It sets none if a directory could not be read: the
// file may be there.
func (ev *evaluation) explainMissing(s *resolvedLayer) {
	if s.file != nil || len(s.unreadable) > 0 {
		return
	}
	for i := range missingCauses {
		if fill, evidence := missingCauses[i].find(ev, s.name); evidence != nil {
			fill["layer"] = s.name
			s.missing, s.outcome = &missingCauses[i], fails(fill, evidence...)
			return
		}
	}
}

// checkMissing returns a check that fails if a layer's file is missing for the reason with that id.
func checkMissing(id string) func(*evaluation) outcome {
	return func(ev *evaluation) outcome {
		return ev.each(func(s resolvedLayer) outcome {
			switch {
			case s.file != nil:
				return ok(s.name+" was found: "+s.file.Path, "found: "+s.file.Path)
			case s.missing != nil && s.missing.id == id:
				return s.outcome
			case s.missing != nil || id != "found":
				return skipped("another answer has the result for " + s.name)
			case ev.allOpened():
				return ok("the log shows that the loader found " + s.name)
			}
			return unknown(s.name+" may be in "+s.unreadable[0].Dir+", which could not be read: "+s.unreadable[0].Unreadable, "searched: "+ev.searched())
		})
	}
}

func (ev *evaluation) searched() string {
	return strings.Join(ev.intended.Dirs(device.SystemDir), ", ")
}

// findEmbedded finds a file that exists only inside an APK.
func (ev *evaluation) findEmbedded(name string) (placeholders, []string) {
	for i := range ev.Places {
		if p := &ev.Places[i]; p.Archive && p.in(name) != nil {
			return placeholders{"path": p.Dir}, []string{"in the APK: " + p.Dir + "/" + name}
		}
	}
	return nil, nil
}

// elsewhere returns a directory that contains the file and is not searched, or nil.
func (ev *evaluation) elsewhere(name string) *Place {
	for i := range ev.Places {
		if p := &ev.Places[i]; !p.Archive && p.in(name) != nil {
			return p
		}
	}
	return nil
}

// findRestricted finds a file in a directory that is searched only if gpu_debug_app names the app.
func (ev *evaluation) findRestricted(name string) (placeholders, []string) {
	p := ev.elsewhere(name)
	if ev.gateApplies() || p == nil || !slices.Contains(ev.decide(ev.debuggableApp(), ev.enabledSettings()).Dirs(device.SystemDir), p.Dir) {
		return nil, nil
	}
	return placeholders{"folder": p.Dir, "step": decisiveText(ev.actual, "path")}, []string{"found: " + p.Dir + "/" + name}
}

func (ev *evaluation) findElsewhere(name string) (placeholders, []string) {
	p := ev.elsewhere(name)
	if p == nil {
		return nil, nil
	}
	return placeholders{"folder": p.Dir}, []string{"found: " + p.Dir + "/" + name, "searched: " + ev.searched()}
}

// findSimilar finds files with a similar name.
func (ev *evaluation) findSimilar(name string) (placeholders, []string) {
	for _, dir := range ev.intended.Dirs(device.SystemDir) {
		p := ev.placeOf(dir)
		if p == nil || p.Archive {
			continue
		}
		for _, f := range p.Files {
			if normalizedName(f.Name) == normalizedName(name) {
				return placeholders{"near": f.Name, "nears": ev.renamed(name, f.Name), "folder": dir, "replace": " --replace"}, []string{"found: " + dir + "/" + f.Name}
			}
		}
	}
	return nil, nil
}

// normalizedName returns a name in lower case, without spaces around it and without the lib prefix and .so
// suffix.
func normalizedName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	return strings.TrimSuffix(strings.TrimPrefix(name, "lib"), ".so")
}

// renamed returns the list with a corrected name.
func (ev *evaluation) renamed(wrong, right string) string {
	list := slices.Clone(ev.names)
	for i, name := range list {
		if name == wrong {
			list[i] = right
		}
	}
	return strings.Join(list, ":")
}

func (ev *evaluation) reportNotFound(string) (placeholders, []string) {
	return placeholders{}, []string{"searched: " + ev.searched()}
}
