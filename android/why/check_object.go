package why

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/elf"
)

// eachObject asks of every file that could be read as a shared object.
func (w *evaluation) eachObject(ask func(s stand, f *File, o *elf.Object) outcome) outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		switch {
		case f.Object != nil:
			return ask(s, f, f.Object)
		case f.Folder || f.Damage != "":
			return skipped("there is no shared object to ask this of")
		case w.opens():
			return ok("the loader has opened " + f.Path)
		}
		return open(f.Path+" could not be read", "not read: "+f.Path).naming(placeholders{"layer": s.name})
	})
}

func (w *evaluation) checkWhole() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		switch {
		case f.Damage != "":
			return fails(placeholders{"layer": s.name, "path": f.Path, "to": s.place.To, "value": f.Damage}, "read: "+f.Path)
		case f.Folder:
			return skipped("it is a folder")
		case f.Object == nil && !w.opens():
			return open(f.Path + " could not be read").naming(placeholders{"layer": s.name})
		}
		return ok(f.Path + " is a shared object")
	})
}

func (w *evaluation) checkABI() outcome {
	return w.eachObject(func(s stand, f *File, o *elf.Object) outcome {
		evidence := []string{"machine of " + f.Path + ": " + o.Machine.String(), "primaryCpuAbi of " + w.App.Package + ": " + w.App.ABI}
		switch {
		case w.App.ABI == "":
			return open("the device does not say which ABI "+w.App.Package+" runs as", evidence...).naming(placeholders{"layer": s.name})
		case o.ABI == w.App.ABI || strings.HasPrefix(o.ABI, "armeabi") && strings.HasPrefix(w.App.ABI, "armeabi"):
			return ok(f.Path+" is for "+o.ABI, evidence...)
		}
		return fails(placeholders{"layer": s.name, "path": f.Path, "to": s.place.To, "fileabi": or(o.ABI, o.Machine.String())}, evidence...)
	})
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func (w *evaluation) checkEntryPoints() outcome {
	return w.eachObject(func(s stand, f *File, o *elf.Object) outcome {
		for _, entry := range elf.Entries {
			if state, name := o.Function(entry, check.Nearest); state != elf.Exported {
				return fails(placeholders{"layer": s.name, "path": f.Path, "symbol": entry, "near": instead(state, name)}, exported(o))
			}
		}
		return ok(f.Path+" exports both", exported(o))
	})
}

// instead says what there is in place of an entry point.
func instead(state elf.State, name string) string {
	switch state {
	case elf.Hidden:
		return ": it is there, but hidden"
	case elf.Missing:
		return "; a layer needs both"
	}
	return ", but " + name
}

// exported says what a file exports, in a line that stays a line.
func exported(o *elf.Object) string {
	var list []string
	for _, s := range o.Exports {
		if len(list) == 8 {
			list = append(list, "...")
			break
		}
		list = append(list, s.Name)
	}
	return "exports: " + or(strings.Join(list, " "), "nothing")
}

// asked reports whether another question asks for what a finding says.
func asked(f check.Finding) bool {
	return strings.HasPrefix(f.ID, "entry-") || strings.HasPrefix(f.ID, "abi-")
}

// checkNeeds takes the word of `check`, for all that the questions above do not ask.
func (w *evaluation) checkNeeds() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		for _, c := range f.Complaint {
			if !asked(c) {
				return fails(placeholders{"layer": s.name, "path": f.Path, "value": c.What}, "check: "+strings.TrimSpace(c.Where+" "+c.What)+" ["+c.ID+"]")
			}
		}
		if f.Object == nil && !f.Folder && f.Damage == "" && !w.opens() {
			return open(f.Path + " could not be read").naming(placeholders{"layer": s.name})
		}
		return ok("nothing that " + f.Path + " needs is missing")
	})
}
