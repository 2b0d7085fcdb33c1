package why

import (
	"cmp"
	"github.com/gleslayergen/gleslayergen/android/device"
	"slices"
	"strings"
)

// each calls check for each listed layer. It returns the first result that fails, or else the first unknown
// one.
func (w *evaluation) each(check func(resolvedLayer) outcome) outcome {
	if len(w.resolved) == 0 {
		return skipped("no layer is listed")
	}
	var undecided, good, other *outcome
	for _, s := range w.resolved {
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
	find func(w *evaluation, name string) (fill placeholders, evidence []string)
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
func (w *evaluation) explainMissing(s *resolvedLayer) {
	if s.file != nil || len(s.unreadable) > 0 {
		return
	}
	for i := range missingCauses {
		if fill, evidence := missingCauses[i].find(w, s.name); evidence != nil {
			fill["layer"] = s.name
			s.missing, s.outcome = &missingCauses[i], fails(fill, evidence...)
			return
		}
	}
}

// checkMissing returns a check that fails if a layer's file is missing for the reason with that id.
func checkMissing(id string) func(*evaluation) outcome {
	return func(w *evaluation) outcome {
		return w.each(func(s resolvedLayer) outcome {
			switch {
			case s.file != nil:
				return ok(s.name+" is "+s.file.Path, "found: "+s.file.Path)
			case s.missing != nil && s.missing.id == id:
				return s.outcome
			case s.missing != nil || id != "found":
				return skipped("another condition reports the location of " + s.name)
			case w.allOpened():
				return ok("the log shows that the loader found " + s.name)
			}
			return unknown(s.name+" may be in "+s.unreadable[0].Folder+", which could not be read: "+s.unreadable[0].Unreadable, "searched: "+w.searched())
		})
	}
}

func (w *evaluation) searched() string {
	return strings.Join(w.intended.Folders(device.SystemDir), ", ")
}

// findEmbedded finds a file that exists only inside an APK.
func (w *evaluation) findEmbedded(name string) (placeholders, []string) {
	for i := range w.Places {
		if p := &w.Places[i]; p.Archive && p.in(name) != nil {
			return placeholders{"path": p.Folder}, []string{"in the APK: " + p.Folder + "/" + name}
		}
	}
	return nil, nil
}

// elsewhere returns a directory that contains the file and is not searched, or nil.
func (w *evaluation) elsewhere(name string) *Place {
	for i := range w.Places {
		if p := &w.Places[i]; !p.Archive && p.in(name) != nil {
			return p
		}
	}
	return nil
}

// findRestricted finds a file in a directory that is searched only if gpu_debug_app names the app.
func (w *evaluation) findRestricted(name string) (placeholders, []string) {
	p := w.elsewhere(name)
	if w.gateApplies() || p == nil || !slices.Contains(w.decide(w.debuggableApp(), w.enabledSettings()).Folders(device.SystemDir), p.Folder) {
		return nil, nil
	}
	return placeholders{"folder": p.Folder, "step": decisiveText(w.actual, "path")}, []string{"found: " + p.Folder + "/" + name}
}

func (w *evaluation) findElsewhere(name string) (placeholders, []string) {
	p := w.elsewhere(name)
	if p == nil {
		return nil, nil
	}
	return placeholders{"folder": p.Folder}, []string{"found: " + p.Folder + "/" + name, "searched: " + w.searched()}
}

// findSimilar finds files with a similar name.
func (w *evaluation) findSimilar(name string) (placeholders, []string) {
	for _, folder := range w.intended.Folders(device.SystemDir) {
		p := w.placeOf(folder)
		if p == nil || p.Archive {
			continue
		}
		for _, f := range p.Files {
			if normalizedName(f.Name) == normalizedName(name) {
				return placeholders{"near": f.Name, "nears": w.renamed(name, f.Name), "folder": folder, "replace": " --replace"}, []string{"found: " + folder + "/" + f.Name}
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
func (w *evaluation) renamed(wrong, right string) string {
	list := slices.Clone(w.names)
	for i, name := range list {
		if name == wrong {
			list[i] = right
		}
	}
	return strings.Join(list, ":")
}

func (w *evaluation) reportNotFound(string) (placeholders, []string) {
	return placeholders{}, []string{"searched: " + w.searched()}
}
