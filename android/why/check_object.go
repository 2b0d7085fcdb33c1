package why

import (
	"cmp"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/elf"
)

// eachObject calls check for each listed layer whose file could be read as a shared object.
func (ev *evaluation) eachObject(check func(s resolvedLayer, f *File, o *elf.Object) outcome) outcome {
	return ev.eachFile(func(s resolvedLayer, f *File) outcome {
		switch {
		case f.Object != nil:
			return check(s, f, f.Object)
		case f.Dir || f.Damage != "":
			return skipped(f.Path + " is not a shared object")
		case ev.allOpened():
			return ok("the log shows that the loader opened " + f.Path)
		}
		return unknown(f.Path+" could not be read", "not read: "+f.Path).withPlaceholders(placeholders{"layer": s.name})
	})
}

func (ev *evaluation) checkWhole() outcome {
	return ev.eachFile(func(s resolvedLayer, f *File) outcome {
		switch {
		case f.Damage != "":
			return fails(placeholders{"layer": s.name, "path": f.Path, "to": s.place.To, "value": f.Damage}, "read: "+f.Path)
		case f.Dir:
			return skipped(f.Path + " is a directory")
		case f.Object == nil && !ev.allOpened():
			return unknown(f.Path + " could not be read").withPlaceholders(placeholders{"layer": s.name})
		}
		return ok(f.Path + " is a shared object")
	})
}

func (ev *evaluation) checkABI() outcome {
	return ev.eachObject(func(s resolvedLayer, f *File, o *elf.Object) outcome {
		evidence := []string{"machine of " + f.Path + ": " + o.Machine.String(), "primaryCpuAbi of " + ev.App.Package + ": " + ev.App.ABI}
		switch {
		case ev.App.ABI == "":
			return unknown("the device does not report the ABI of "+ev.App.Package, evidence...).withPlaceholders(placeholders{"layer": s.name})
		case o.ABI == ev.App.ABI || strings.HasPrefix(o.ABI, "armeabi") && strings.HasPrefix(ev.App.ABI, "armeabi"):
			return ok(f.Path+" is built for "+o.ABI, evidence...)
		}
		return fails(placeholders{"layer": s.name, "path": f.Path, "to": s.place.To, "fileabi": cmp.Or(o.ABI, o.Machine.String())}, evidence...)
	})
}

func (ev *evaluation) checkEntryPoints() outcome {
	return ev.eachObject(func(s resolvedLayer, f *File, o *elf.Object) outcome {
		for _, entry := range elf.Entries {
			if state, name := o.Function(entry, check.Nearest); state != elf.Exported {
				return fails(placeholders{"layer": s.name, "path": f.Path, "symbol": entry, "instead": entryState(state, name)}, exported(o))
			}
		}
		return ok(f.Path+" exports both entry points", exported(o))
	})
}

// entryState returns the end of the message about a missing entry point: what the file defines instead.
func entryState(state elf.State, name string) string {
	switch state {
	case elf.Hidden:
		return ": the file defines the function, but does not export it"
	case elf.Missing:
		return "; a layer needs both entry points"
	}
	return ", but it has the function " + name
}

// exported returns the evidence line with the first exported names of a file.
func exported(o *elf.Object) string {
	var list []string
	for _, s := range o.Exports {
		if len(list) == 8 {
			list = append(list, "...")
			break
		}
		list = append(list, s.Name)
	}
	return "exports: " + cmp.Or(strings.Join(list, " "), "nothing")
}

// checkedSeparately reports whether another question of the tree covers a finding.
func checkedSeparately(f check.Finding) bool {
	return strings.HasPrefix(f.ID, "entry-") || strings.HasPrefix(f.ID, "abi-")
}

// checkNeeds reports the findings of package check that no other question covers.
func (ev *evaluation) checkNeeds() outcome {
	return ev.eachFile(func(s resolvedLayer, f *File) outcome {
		for _, c := range f.Findings {
			if !checkedSeparately(c) {
				return fails(placeholders{"layer": s.name, "path": f.Path, "value": c.What}, "check: "+strings.TrimSpace(c.Where+" "+c.What)+" ["+c.ID+"]")
			}
		}
		if f.Object == nil && !f.Dir && f.Damage == "" && !ev.allOpened() {
			return unknown(f.Path + " could not be read").withPlaceholders(placeholders{"layer": s.name})
		}
		return ok("nothing was found that prevents the loading of " + f.Path)
	})
}
