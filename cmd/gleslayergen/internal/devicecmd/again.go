package devicecmd

import (
	"errors"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// repeatableCommand matches a command of device, for one device, in a hint.
var repeatableCommand = lazyregexp.New(`gleslayergen device ((?:push|enable|set|disable|status|global|restore|why|apps|logs|debug)\b)`)

// Again adds flags to the commands in a text, so that they act on the same device and user as this command.
// It adds nothing for what the environment selects.
func (f *Flags) Again(d *adb.Device, text string) string {
	flags := ""
	if server := d.Client.Server; server != "" {
		flags += "--server " + adb.QuoteIfNeeded(server) + " "
	}
	if f.all || f.serial != "" {
		flags += "-s " + adb.QuoteIfNeeded(d.Serial) + " "
	}
	if user, err := f.UserID(); err == nil && user >= 0 {
		flags += "--user " + f.user + " "
	}
	return repeatableCommand.ReplaceAllStringFunc(text, func(found string) string {
		return "gleslayergen device " + flags + repeatableCommand.FindStringSubmatch(found)[1]
	})
}

// Advised returns err with a hint for the same device. If the device cannot be reached and has changes to
// restore, the hint names the command that restores them.
func (f *Flags) Advised(d *adb.Device, err error) error {
	hint := ui.HintOf(err)
	advice := hint
	if gone, ok := errors.AsType[*adb.Error](err); ok && gone.Unreachable() && !strings.Contains(err.Error()+hint, "device restore") {
		if made, _ := deploy.ReadJournal(d.Identity()); len(made) > 0 {
			advice += "; gleslayergen has changed this device before; to undo the changes when the device is connected again: gleslayergen device restore"
		}
	}
	if advice = f.Again(d, advice); advice != hint {
		return ui.WithHint(err, advice)
	}
	return err
}

// Absent returns err, about a device that was not found, with the hint of Advised.
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
