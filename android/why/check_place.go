package why

import (
	"cmp"
	"strings"
)

// each asks of every name of the list; the first answer that is no counts, then the first that is open.
func (w *walk) each(ask func(stand) outcome) outcome {
	if len(w.stands) == 0 {
		return skipped("no layer is named")
	}
	var undecided, good *outcome
	for _, s := range w.stands {
		o := ask(s)
		switch {
		case o.state == Fails:
			return o
		case o.state == Open && undecided == nil:
			undecided = &o
		case o.state == OK:
			good = &o
		}
	}
	return *cmp.Or(undecided, good, &outcome{state: Skipped, what: "there is no file to ask this of"})
}

// lost asks of names that no searched folder has.
func (w *walk) lost(s stand, ask func() outcome) outcome {
	switch {
	case s.file != nil:
		return ok(s.name+" is "+s.file.Path, "found: "+s.file.Path)
	case len(s.blind) > 0:
		return skipped("not all folders could be looked into")
	}
	return ask()
}

// checkEmbedded finds names that are in an APK alone.
func (w *walk) checkEmbedded() outcome {
	return w.each(func(s stand) outcome {
		return w.lost(s, func() outcome {
			for i := range w.Places {
				if p := &w.Places[i]; p.Archive && p.in(s.name) != nil {
					return fails(holes{"layer": s.name, "path": p.Folder}, "in the APK: "+p.Folder+"/"+s.name)
				}
			}
			return ok("no APK has " + s.name)
		})
	})
}

// elsewhere is a folder that has the name and is not searched.
func (w *walk) elsewhere(name string) *Place {
	for i := range w.Places {
		if p := &w.Places[i]; !p.Archive && p.in(name) != nil {
			return p
		}
	}
	return nil
}

// checkNarrow finds names in folders that would be searched if the app were a target of the settings.
func (w *walk) checkNarrow() outcome {
	if w.now.Gate || w.needed() {
		return skipped("the settings name the layers, not the property alone")
	}
	wide := w.decide(w.rightApp(), w.rightSettings()).Folders(SystemDir)
	return w.each(func(s stand) outcome {
		return w.lost(s, func() outcome {
			p := w.elsewhere(s.name)
			if p == nil || !contains(wide, p.Folder) {
				return ok(s.name + " is in no such folder")
			}
			return fails(holes{"layer": s.name, "folder": p.Folder, "step": taken(w.now, "path")}, "found: "+p.Folder+"/"+s.name)
		})
	})
}

func contains(folders []string, folder string) bool {
	for _, f := range folders {
		if f == folder {
			return true
		}
	}
	return false
}

func (w *walk) checkPlace() outcome {
	return w.each(func(s stand) outcome {
		return w.lost(s, func() outcome {
			p := w.elsewhere(s.name)
			if p == nil {
				return ok("no other folder has " + s.name)
			}
			return fails(holes{"layer": s.name, "folder": p.Folder}, "found: "+p.Folder+"/"+s.name, "searched: "+w.searched())
		})
	})
}

func (w *walk) searched() string { return strings.Join(w.then.Folders(SystemDir), ", ") }

// checkSpelling finds files that are named nearly so.
func (w *walk) checkSpelling() outcome {
	return w.each(func(s stand) outcome {
		return w.lost(s, func() outcome {
			for _, folder := range w.then.Folders(SystemDir) {
				p := w.placeOf(folder)
				if p == nil || p.Archive {
					continue
				}
				for _, f := range p.Files {
					if plainName(f.Name) == plainName(s.name) {
						return fails(holes{"layer": s.name, "near": f.Name, "nears": w.renamed(s.name, f.Name), "folder": folder}, "found: "+folder+"/"+f.Name)
					}
				}
			}
			return ok("no file has a name like " + s.name)
		})
	})
}

// plainName is what is left of a name without all that people leave out or add.
func plainName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	return strings.TrimSuffix(strings.TrimPrefix(name, "lib"), ".so")
}

// renamed is the list with a name mended.
func (w *walk) renamed(wrong, right string) string {
	list := append([]string{}, w.names...)
	for i, name := range list {
		if name == wrong {
			list[i] = right
		}
	}
	return strings.Join(list, ":")
}

func (w *walk) checkFound() outcome {
	return w.each(func(s stand) outcome {
		switch {
		case s.file != nil:
			return ok(s.name+" is "+s.file.Path, "found: "+s.file.Path)
		case len(s.blind) > 0 && !w.opens():
			return open(s.name+" may be in "+s.blind[0].Folder+", which could not be looked into: "+s.blind[0].Blind, "searched: "+w.searched())
		case len(s.blind) > 0:
			return ok(s.name + " was found by the loader")
		}
		return fails(holes{"layer": s.name}, "searched: "+w.searched())
	})
}
