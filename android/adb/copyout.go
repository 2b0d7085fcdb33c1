package adb

import (
	"context"
	"os"
	"strings"
)

// CopyOut writes the output of a script, such as cat of a file that only an app can read, to a new file on this machine, which
// only the user can read. what names the file for errors.
func (d *Device) CopyOut(ctx context.Context, what, script, to string) (err error) {
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if failed := f.Close(); err == nil {
			err = failed
		}
	}()
	cmd, err := d.Command(ctx, script)
	if err != nil {
		return err
	}
	var messages strings.Builder
	cmd.Stdout, cmd.Stderr = f, &messages
	if err := cmd.Run(); err != nil {
		return Refused(d.Serial+": "+what, messages.String())
	}
	return nil
}
