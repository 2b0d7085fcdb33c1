package why

import (
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"strconv"
	"strings"
)

// eachFile asks of every name that has a file. What the loader has opened needs no inference.
func (w *evaluation) eachFile(ask func(s stand, f *File) outcome) outcome {
	return w.each(func(s stand) outcome {
		if s.file == nil {
			return skipped("there is no file to ask this of")
		}
		return ask(s, s.file)
	})
}

func (w *evaluation) checkFolder() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		if f.Folder {
			return fails(placeholders{"layer": s.name, "path": f.Path, "devpath": forDevice(f.Path), "as": w.as(s.place)}, "found: "+f.Path+", a folder")
		}
		return ok(f.Path + " is a file")
	})
}

// as is who may change what is in a place.
func (w *evaluation) as(p *Place) string {
	if p.To != "app" {
		return "su 0 "
	}
	return adb.RunAs(w.App.Package, w.User) + " "
}

// checkMode looks at what the mode gives the app: its own files to the owner, all others to everybody.
func (w *evaluation) checkMode() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		mode, err := strconv.ParseUint(f.Mode, 8, 32)
		if err != nil {
			return open("the mode of " + f.Path + " is not known").naming(placeholders{"devpath": forDevice(f.Path)})
		}
		read := uint64(0o004)
		if f.Mine {
			read = 0o400
		}
		evidence := "mode of " + f.Path + ": " + f.Mode
		if mode&read == 0 {
			return fails(placeholders{"layer": s.name, "path": f.Path, "to": s.place.To, "value": f.Mode}, evidence)
		}
		return ok("the app may read "+f.Path, evidence)
	})
}

// checkSELinux believes the log; without it, enforcing is no proof.
func (w *evaluation) checkSELinux() outcome {
	return w.eachFile(func(s stand, f *File) outcome {
		if w.current() {
			for _, line := range w.Start.Denied {
				if strings.Contains(line, `"`+s.name+`"`) || strings.Contains(line, f.Path) {
					return fails(placeholders{"layer": s.name, "path": f.Path}, "log: "+line)
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
