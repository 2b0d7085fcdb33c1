package devicecmd

import (
	"errors"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// repeatableCommand is where a proposed command names a command of device for one device.
var repeatableCommand = lazyregexp.New(`gleslayergen device ((?:push|enable|disable|status|global|restore|why|apps|logs|debug)\b)`)

// Again lets the commands in a text reach the same device and user as this one, where its flags chose them; what the
// environment chose is still there.
func (f *Flags) Again(d *adb.Device, text string) string {
	flags := ""
	if server := d.Client.Server; server != "" {
		flags += "--server " + adb.Word(server) + " "
	}
	if f.all || f.serial != "" {
		flags += "-s " + adb.Word(d.Serial) + " "
	}
	if user, err := f.UserID(); err == nil && user >= 0 {
		flags += "--user " + f.user + " "
	}
	return repeatableCommand.ReplaceAllStringFunc(text, func(found string) string {
		return "gleslayergen device " + flags + repeatableCommand.FindStringSubmatch(found)[1]
	})
}

// Advised is an error whose hint reaches the same device, and says of one that cannot be reached now what is left to do.
func (f *Flags) Advised(d *adb.Device, err error) error {
	hint := ui.HintOf(err)
	advice := hint
	if gone, ok := errors.AsType[*adb.Error](err); ok && gone.Unreachable() && !strings.Contains(err.Error()+hint, "device restore") {
		if made, _ := deploy.ReadJournal(d.Identity()); len(made) > 0 {
			advice += "; what was changed on it is written down: gleslayergen device restore puts it back when it is there again"
		}
	}
	if advice = f.Again(d, advice); advice != hint {
		return ui.WithHint(err, advice)
	}
	return err
}

// Absent is the error of a device that could not be chosen; its serial is in what it is about.
func (f *Flags) Absent(err error) error {
	gone, ok := errors.AsType[*adb.Error](err)
	if !ok {
		return err
	}
	server := ""
	if len(f.servers) == 1 {
		server = f.servers[0]
	}
	return f.Advised(adb.New("", server).Device(strings.TrimPrefix(gone.What, "device ")), err)
}
