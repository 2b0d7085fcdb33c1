package why

import (
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"strconv"
	"strings"
)

// eachFile calls check for each listed layer with a file.
func (ev *evaluation) eachFile(check func(s resolvedLayer, f *File) outcome) outcome {
	return ev.each(func(s resolvedLayer) outcome {
		if s.file == nil {
			return skipped(s.name + " was not found")
		}
		return check(s, s.file)
	})
}

func (ev *evaluation) checkDir() outcome {
	return ev.eachFile(func(s resolvedLayer, f *File) outcome {
		if f.Dir {
			return fails(placeholders{"layer": s.name, "path": f.Path, "devpath": deviceArg(f.Path), "as": ev.shellPrefix(s.place)}, "found: "+f.Path+", a directory")
		}
		return ok(f.Path + " is not a directory")
	})
}

// shellPrefix returns the start of a shell command that runs as a user with write permission for a place.
func (ev *evaluation) shellPrefix(p *Place) string {
	if p.To != "app" {
		return "su 0 "
	}
	return adb.RunAs(ev.App.Package, ev.User) + " "
}

// checkMode checks the app's read permission: the owner's bit for the app's own files, the bit for others for
// all other files.
func (ev *evaluation) checkMode() outcome {
	return ev.eachFile(func(s resolvedLayer, f *File) outcome {
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
func (ev *evaluation) checkSELinux() outcome {
	return ev.eachFile(func(s resolvedLayer, f *File) outcome {
		if ev.current() {
			for _, line := range ev.Start.Denied {
				if strings.Contains(line, `"`+s.name+`"`) || strings.Contains(line, f.Path) {
					return fails(placeholders{"layer": s.name, "path": f.Path}, "log: "+line)
				}
			}
		}
		switch {
		case !strings.HasPrefix(f.Path, device.SystemDir+"/"):
			return skipped("this question applies only to files in " + device.SystemDir)
		case strings.EqualFold(ev.SELinux, "Enforcing") && !ev.allOpened():
			return unknown("SELinux is enforcing; on most devices, it does not allow apps to read "+f.Path, "getenforce: "+ev.SELinux)
		}
		return ok("SELinux allows the app to read "+f.Path, "getenforce: "+ev.SELinux)
	})
}
