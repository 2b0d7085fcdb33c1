package why

import (
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"strconv"
	"strings"
)

// eachFile calls check for each listed layer with a file.
func (w *evaluation) eachFile(check func(s resolvedLayer, f *File) outcome) outcome {
	return w.each(func(s resolvedLayer) outcome {
		if s.file == nil {
			return skipped("the file was not found")
		}
		return check(s, s.file)
	})
}

func (w *evaluation) checkFolder() outcome {
	return w.eachFile(func(s resolvedLayer, f *File) outcome {
		if f.Folder {
			return fails(placeholders{"layer": s.name, "path": f.Path, "devpath": deviceArg(f.Path), "as": w.shellPrefix(s.place)}, "found: "+f.Path+", a folder")
		}
		return ok(f.Path + " is not a directory")
	})
}

// shellPrefix returns the start of a shell command that runs as a user with write permission for a place.
func (w *evaluation) shellPrefix(p *Place) string {
	if p.To != "app" {
		return "su 0 "
	}
	return adb.RunAs(w.App.Package, w.User) + " "
}

// checkMode checks the app's read permission: the owner's bit for the app's own files, the bit for others for
// all other files.
func (w *evaluation) checkMode() outcome {
	return w.eachFile(func(s resolvedLayer, f *File) outcome {
		mode, err := strconv.ParseUint(f.Mode, 8, 32)
		if err != nil {
			return unknown("the file mode of " + f.Path + " could not be read").withPlaceholders(placeholders{"devpath": deviceArg(f.Path)})
		}
		read := uint64(0o004)
		if f.OwnedByApp {
			read = 0o400
		}
		evidence := "mode of " + f.Path + ": " + f.Mode
		if mode&read == 0 {
			return fails(placeholders{"layer": s.name, "path": f.Path, "to": s.place.To, "value": f.Mode}, evidence)
		}
		return ok("the app has read permission for "+f.Path, evidence)
	})
}

// checkSELinux reports a denial only if the log has one: enforcing mode alone does not prove a denial.
func (w *evaluation) checkSELinux() outcome {
	return w.eachFile(func(s resolvedLayer, f *File) outcome {
		if w.current() {
			for _, line := range w.Start.Denied {
				if strings.Contains(line, `"`+s.name+`"`) || strings.Contains(line, f.Path) {
					return fails(placeholders{"layer": s.name, "path": f.Path}, "log: "+line)
				}
			}
		}
		switch {
		case !strings.HasPrefix(f.Path, device.SystemDir+"/"):
			return skipped("SELinux restricts apps only in " + device.SystemDir)
		case strings.EqualFold(w.SELinux, "Enforcing") && !w.allOpened():
			return unknown("SELinux is enforcing; on most devices it does not allow apps to read "+f.Path, "getenforce: "+w.SELinux)
		}
		return ok("SELinux allows the app to read "+f.Path, "getenforce: "+w.SELinux)
	})
}
