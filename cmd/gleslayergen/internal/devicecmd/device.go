package devicecmd

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// Flags are the flags of all commands of device.
type Flags struct {
	serial  string
	servers []string
	all     bool
	user    string
	json    bool
}

func Command(e *ui.Env) *cobra.Command {
	f := &Flags{}
	cmd := &cobra.Command{
		Use: "device COMMAND",
		Long: `Put layers on Android devices and see what becomes of them there, through adb.

The device is that of -s or ANDROID_SERIAL, of which the beginning is enough, or the only one there is; --all
takes every one, all at once. The adb server is adb's own, which ADB_SERVER_SOCKET and
ANDROID_ADB_SERVER_PORT can change; --server names others, on this machine or elsewhere. No server is ever
ended, and one elsewhere is never started. What goes wrong with a device or with adb has exit code 5.`,
	}
	flags := cmd.PersistentFlags()
	f.AddChoice(flags)
	flags.BoolVar(&f.all, "all", false, "every device, all at once")
	flags.BoolVar(&f.json, "json", false, "report as JSON")
	_ = cmd.RegisterFlagCompletionFunc("serial", CompleteSerials(e, f))
	cmd.AddCommand(
		listCmd(e, f),
		whyCmd(e, f), debugCmd(e, f), ctsCmd(e, f), symbolizeCmd(e, f),
		appsCmd(e, f), pushCmd(e, f), logsCmd(e, f),
		driverCmd(e, f),
		enableCmd(e, f), disableCmd(e, f), statusCmd(e, f), globalCmd(e, f), restoreCmd(e, f),
	)
	return cmd
}

// AddChoice adds the flags that say which device and which of its users is meant.
func (f *Flags) AddChoice(flags *pflag.FlagSet) {
	flags.StringVarP(&f.serial, "serial", "s", "", "the device of which the `SERIAL` begins so (default $ANDROID_SERIAL, or the only one)")
	flags.StringSliceVar(&f.servers, "server", nil, "adb servers, as `HOST:PORT,...` (default adb's own)")
	flags.StringVar(&f.user, "user", "current", "the `USER` of the device: current, or a number")
}

// UserID is the number of the user, -1 for the current one.
func (f *Flags) UserID() (int, error) {
	if f.user == "" || f.user == "current" {
		return -1, nil
	}
	n, err := strconv.Atoi(f.user)
	if err != nil || n < 0 || n > 9999 {
		return 0, ui.Usage("--user "+f.user, "no user of a device", "for example: --user 10; adb shell pm list users shows them")
	}
	return n, nil
}

// CheckPackages refuses what no package can be called, before a device is asked for; "" is one that is not named.
func CheckPackages(names ...string) error {
	for _, name := range names {
		if err := device.CheckPackage(name); name != "" && err != nil {
			return err
		}
	}
	return nil
}

// clients are the adb servers that are meant.
func clients(e *ui.Env, f *Flags) ([]*adb.Client, error) {
	program, err := adb.Find(e.Machine.Getenv)
	if err != nil {
		return nil, err
	}
	servers := f.servers
	if len(servers) == 0 {
		servers = []string{""}
	}
	var out []*adb.Client
	for _, server := range servers {
		if err := adb.CheckServer(server); err != nil && server != "" {
			return nil, err
		}
		c := adb.New(program, server)
		c.Note = func(text string) { e.Notef("note: %s", ui.OneLine(text)) }
		out = append(out, c)
	}
	return out, nil
}

// deviceEntry is a device in the list of its server.
type deviceEntry struct {
	adb.Entry
	client *adb.Client
}

func (d deviceEntry) Device() *adb.Device { return d.client.Device(d.Serial) }

// queryDevices asks all servers for their devices. An error stands for a server that does not tell.
func queryDevices(ctx context.Context, clients []*adb.Client) (all []deviceEntry, errs []error) {
	lists, failed := make([][]adb.Entry, len(clients)), make([]error, len(clients))
	parallel(len(clients), func(i int) { lists[i], failed[i] = clients[i].Devices(ctx) })
	for i, c := range clients {
		for _, entry := range lists[i] {
			all = append(all, deviceEntry{entry, c})
		}
		if failed[i] != nil {
			errs = append(errs, failed[i])
		}
	}
	return all, errs
}

// serial is the serial, or its beginning, that was asked for; "" if none was.
func serial(e *ui.Env, f *Flags) string {
	return cmp.Or(f.serial, e.Machine.Getenv("ANDROID_SERIAL"))
}

// ChooseDevice is the device that the flags mean.
func ChooseDevice(ctx context.Context, e *ui.Env, f *Flags) (deviceEntry, error) {
	clients, err := clients(e, f)
	if err != nil {
		return deviceEntry{}, err
	}
	all, errs := queryDevices(ctx, clients)
	if len(errs) > 0 && len(all) == 0 {
		return deviceEntry{}, errs[0]
	}
	return choose(all, serial(e, f))
}

// choose picks the device that a serial means, or its beginning, from a list.
func choose(all []deviceEntry, serial string) (deviceEntry, error) {
	var entries []adb.Entry
	for _, d := range all {
		entries = append(entries, d.Entry)
	}
	entry, err := adb.Choose(entries, serial)
	if err != nil {
		return deviceEntry{}, err
	}
	i := slices.IndexFunc(all, func(d deviceEntry) bool { return d.Entry == entry })
	return all[i], nil
}
