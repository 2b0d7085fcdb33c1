package why

import (
	"cmp"
	"github.com/gleslayergen/gleslayergen/android/device"
	"slices"
	"strings"
)

// each checks every name of the list. It returns the first "no", else the first result that is unknown.
func (w *evaluation) each(ask func(stand) outcome) outcome {
	if len(w.stands) == 0 {
		return skipped("no layer is named")
	}
	var undecided, good, other *outcome
	for _, s := range w.stands {
		o := ask(s)
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

// loss is a way in which a file is not where the loader looks.
type loss struct {
	id   string
	seen func(w *evaluation, name string) (fill placeholders, evidence []string)
}

// losses are tried in this order: the first that is seen says most.
var losses = []loss{
	{"embedded", (*evaluation).seeEmbedded},
	{"narrow", (*evaluation).seeNarrow},
	{"place", (*evaluation).seeElsewhere},
	{"spelling", (*evaluation).seeNear},
	{"found", (*evaluation).seeNothing},
}

// explainLoss says why a name has no file. Where a folder could not be looked into, the file may be there.
func (w *evaluation) explainLoss(s *stand) {
	if s.file != nil || len(s.blind) > 0 {
		return
	}
	for i := range losses {
		if fill, evidence := losses[i].seen(w, s.name); evidence != nil {
			fill["layer"] = s.name
			s.loss, s.how = &losses[i], fails(fill, evidence...)
			return
		}
	}
}

// checkLoss asks of every name whether its file was lost in this way.
func checkLoss(id string) func(*evaluation) outcome {
	return func(w *evaluation) outcome {
		return w.each(func(s stand) outcome {
			switch {
			case s.file != nil:
				return ok(s.name+" is "+s.file.Path, "found: "+s.file.Path)
			case s.loss != nil && s.loss.id == id:
				return s.how
			case s.loss != nil || id != "found":
				return skipped("another answer says where " + s.name + " is")
			case w.opens():
				return ok("the loader has found " + s.name)
			}
			return open(s.name+" may be in "+s.blind[0].Folder+", which could not be looked into: "+s.blind[0].Blind, "searched: "+w.searched())
		})
	}
}

func (w *evaluation) searched() string { return strings.Join(w.then.Folders(device.SystemDir), ", ") }

// seeEmbedded finds what is in an APK alone.
func (w *evaluation) seeEmbedded(name string) (placeholders, []string) {
	for i := range w.Places {
		if p := &w.Places[i]; p.Archive && p.in(name) != nil {
			return placeholders{"path": p.Folder}, []string{"in the APK: " + p.Folder + "/" + name}
		}
	}
	return nil, nil
}

// elsewhere is a folder that has the name and is not searched.
func (w *evaluation) elsewhere(name string) *Place {
	for i := range w.Places {
		if p := &w.Places[i]; !p.Archive && p.in(name) != nil {
			return p
		}
	}
	return nil
}

// seeNarrow finds what would be searched if the app were a target of the settings.
func (w *evaluation) seeNarrow(name string) (placeholders, []string) {
	p := w.elsewhere(name)
	if w.needed() || p == nil || !slices.Contains(w.decide(w.rightApp(), w.rightSettings()).Folders(device.SystemDir), p.Folder) {
		return nil, nil
	}
	return placeholders{"folder": p.Folder, "step": taken(w.now, "path")}, []string{"found: " + p.Folder + "/" + name}
}

func (w *evaluation) seeElsewhere(name string) (placeholders, []string) {
	p := w.elsewhere(name)
	if p == nil {
		return nil, nil
	}
	return placeholders{"folder": p.Folder}, []string{"found: " + p.Folder + "/" + name, "searched: " + w.searched()}
}

// seeNear finds files that are named nearly so.
func (w *evaluation) seeNear(name string) (placeholders, []string) {
	for _, folder := range w.then.Folders(device.SystemDir) {
		p := w.placeOf(folder)
		if p == nil || p.Archive {
			continue
		}
		for _, f := range p.Files {
			if plainName(f.Name) == plainName(name) {
				return placeholders{"near": f.Name, "nears": w.renamed(name, f.Name), "folder": folder, "replace": " --replace"}, []string{"found: " + folder + "/" + f.Name}
			}
		}
	}
	return nil, nil
}

// plainName is what is left of a name without all that people leave out or add.
func plainName(name string) string {
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

func (w *evaluation) seeNothing(string) (placeholders, []string) {
	return placeholders{}, []string{"searched: " + w.searched()}
}
