package loader

import (
	"os"
	"path/filepath"
)

// DriverIn finds the libraries of a driver in a folder, by the names that programs or those that developers use.
func DriverIn(dir string) (*Driver, *Fault) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, &Fault{What: dir, Why: err.Error()}
	}
	first := func(names ...string) string {
		for _, name := range names {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return filepath.Join(dir, name)
			}
		}
		return ""
	}
	d := &Driver{EGL: first("libEGL.so.1", "libEGL.so"), GLES: first("libGLESv2.so.2", "libGLESv2.so"),
		ES1: first("libGLESv1_CM.so.1", "libGLESv1_CM.so")}
	if d.EGL == "" || d.GLES == "" {
		return nil, &Fault{What: dir, Why: "no driver: libEGL.so.1 and libGLESv2.so.2 are not both in it",
			Remedy: "name the folder of the driver's libraries; without --driver the system's are used"}
	}
	return d, nil
}
