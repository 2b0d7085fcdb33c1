package main

import (
	"regexp"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// againVerb is where a proposed command names a verb of device for one device.
var againVerb = regexp.MustCompile(`gleslayergen device ((?:push|enable|disable|status|global|restore|why|apps|logs|debug)\b)`)

// again lets the commands in a text reach the same device and user as this one, where its flags chose them.
func (e *env) again(f *deviceFlags, d *adb.Device, text string) string {
	flags := e.target(f, d).Tool
	if flags != "" {
		flags += " "
	}
	if user, err := f.userID(); err == nil && user >= 0 {
		flags += "--user " + f.user + " "
	}
	return againVerb.ReplaceAllStringFunc(text, func(found string) string {
		return "gleslayergen device " + flags + againVerb.FindStringSubmatch(found)[1]
	})
}

// advised is an error whose hint reaches the same device.
func (e *env) advised(f *deviceFlags, d *adb.Device, err error) error {
	hint := hintOf(err)
	if again := e.again(f, d, hint); again != hint {
		return &hinted{err, again}
	}
	return err
}
