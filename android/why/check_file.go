package why

import (
	"github.com/gleslayergen/gleslayergen/android/device"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/object"
)

// eachFile asks of every name that has a file. What the loader has opened needs no inference.
func (w *walk) eachFile(ask func(s stand, f *File) outcome) outcome {
	return w.each(func(s stand) outcome {
		if s.file == nil {
			return skipped("there is no file to ask this of")
		}
		return ask(s, s.file)
	})
}

// eachObject asks of every file that could be read as a shared object.
func (w *walk) eachObject(ask func(s stand, f *File, o *object.Object) outcome) outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		switch {
		case f.Object != nil:
			return ask(s, f, f.Object)
		case f.Folder || f.Damage != "":
			return skipped("there is no shared object to ask this of")
		case w.opens():
			return ok("the loader has opened " + f.Path)
		}
		return open(f.Path+" could not be read", "not read: "+f.Path).naming(holes{"layer": s.name})
	})
}

func (w *walk) checkFolder() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		if f.Folder {
			return fails(holes{"layer": s.name, "path": f.Path, "devpath": Word(f.Path), "as": w.as(s.place)}, "found: "+f.Path+", a folder")
		}
		return ok(f.Path + " is a file")
	})
}

// as is who may change what is in a place.
func (w *walk) as(p *Place) string {
	switch {
	case p.To != "app":
		return "su 0 "
	case w.User != 0:
		return "run-as " + Word(w.App.Package) + " --user " + itoa(w.User) + " "
	}
	return "run-as " + Word(w.App.Package) + " "
}

// checkMode looks at what the mode gives the app: its own files to the owner, all others to everybody.
func (w *walk) checkMode() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		mode, err := strconv.ParseUint(f.Mode, 8, 32)
		if err != nil {
			return open("the mode of " + f.Path + " is not known").naming(holes{"devpath": Word(f.Path)})
		}
		read := uint64(0o004)
		if f.Mine {
			read = 0o400
		}
		evidence := "mode of " + f.Path + ": " + f.Mode
		if mode&read == 0 {
			return fails(holes{"layer": s.name, "path": f.Path, "to": s.place.To, "value": f.Mode}, evidence)
		}
		return ok("the app may read "+f.Path, evidence)
	})
}

// checkSELinux believes the log; without it, enforcing is no proof.
func (w *walk) checkSELinux() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		if w.current() {
			for _, line := range w.Start.Denied {
				if strings.Contains(line, `"`+s.name+`"`) || strings.Contains(line, f.Path) {
					return fails(holes{"layer": s.name, "path": f.Path}, "log: "+line)
				}
			}
		}
		switch {
		case !strings.HasPrefix(f.Path, device.SystemDir+"/"):
			return skipped("only " + device.SystemDir + " is out of bounds for apps")
		case strings.EqualFold(w.SELinux, "Enforcing") && !w.opens():
			return open("SELinux is enforcing, and "+f.Path+" is where apps may not read on most devices", "getenforce: "+w.SELinux)
		}
		return ok("SELinux lets the app read "+f.Path, "getenforce: "+w.SELinux)
	})
}

func (w *walk) checkWhole() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		switch {
		case f.Damage != "":
			return fails(holes{"layer": s.name, "path": f.Path, "to": s.place.To, "value": f.Damage}, "read: "+f.Path)
		case f.Folder:
			return skipped("it is a folder")
		case f.Object == nil && !w.opens():
			return open(f.Path + " could not be read").naming(holes{"layer": s.name})
		}
		return ok(f.Path + " is a shared object")
	})
}

func (w *walk) checkABI() outcome {
	return w.eachObject(func(s stand, f *File, o *object.Object) outcome {
		evidence := []string{"machine of " + f.Path + ": " + o.Machine.String(), "primaryCpuAbi of " + w.App.Package + ": " + w.App.ABI}
		switch {
		case w.App.ABI == "":
			return open("the device does not say which ABI "+w.App.Package+" runs as", evidence...).naming(holes{"layer": s.name})
		case o.ABI == w.App.ABI || strings.HasPrefix(o.ABI, "armeabi") && strings.HasPrefix(w.App.ABI, "armeabi"):
			return ok(f.Path+" is for "+o.ABI, evidence...)
		}
		return fails(holes{"layer": s.name, "path": f.Path, "fileabi": or(o.ABI, o.Machine.String())}, evidence...)
	})
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func (w *walk) checkEntryPoints() outcome {
	return w.eachObject(func(s stand, f *File, o *object.Object) outcome {
		for _, entry := range object.Entries {
			if state, name := o.Function(entry, check.Nearest); state != object.Exported {
				return fails(holes{"layer": s.name, "path": f.Path, "symbol": entry, "near": instead(state, name)}, exported(o))
			}
		}
		return ok(f.Path+" exports both", exported(o))
	})
}

// instead says what there is in place of an entry point.
func instead(state object.State, name string) string {
	switch state {
	case object.Hidden:
		return ": it is there, but hidden"
	case object.Missing:
		return "; a layer needs both"
	}
	return ", but " + name
}

// exported says what a file exports, in a line that stays a line.
func exported(o *object.Object) string {
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
func (w *walk) checkNeeds() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		for _, c := range f.Complaint {
			if !asked(c) {
				return fails(holes{"layer": s.name, "path": f.Path, "value": c.What}, "check "+c.ID+": "+c.Where+" "+c.What)
			}
		}
		if f.Object == nil && !f.Folder && f.Damage == "" && !w.opens() {
			return open(f.Path + " could not be read").naming(holes{"layer": s.name})
		}
		return ok("nothing that " + f.Path + " needs is missing")
	})
}
