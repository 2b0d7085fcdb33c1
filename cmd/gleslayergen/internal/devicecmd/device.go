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

// Flags are the flags of all subcommands of device.
type Flags struct {
	serial  string
	servers []string
	all     bool
	user    string
	json    bool
}

// Command returns the command device with its subcommands, and others.
func Command(e *ui.Env, more ...func(*ui.Env, *Flags) *cobra.Command) *cobra.Command {
	f := &Flags{}
	cmd := &cobra.Command{
		Use: "device COMMAND",
		Long: `Copy layers to Android devices over adb, make apps load the layers, and report whether the apps have loaded
them.

If exactly one usable device is connected, this device is used. To select one of several devices, give its
serial number, or the beginning of the number, with -s or in the environment variable ANDROID_SERIAL. To use
all connected devices, give --all.

By default, gleslayergen uses the same adb server as adb. The environment variables ADB_SERVER_SOCKET and
ANDROID_ADB_SERVER_PORT select that server. To use other adb servers, give --server. gleslayergen starts an adb
server only on this machine, and never stops one.

The exit code is 5 if a device or adb reports an error.`,
	}
	flags := cmd.PersistentFlags()
	f.AddChoice(flags)
	flags.BoolVar(&f.all, "all", false, "use all connected devices, in parallel")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON")
	_ = cmd.RegisterFlagCompletionFunc("serial", CompleteSerials(e, f))
	cmd.AddCommand(
		listCmd(e, f),
		whyCmd(e, f), debugCmd(e, f), ctsCmd(e, f), symbolizeCmd(e, f),
		appsCmd(e, f), pushCmd(e, f), logsCmd(e, f),
		driverCmd(e, f), surveyCmd(e, f),
		setCmd(e, f), enableCmd(e, f), disableCmd(e, f), statusCmd(e, f), globalCmd(e, f), restoreCmd(e, f),
	)
	for _, build := range more {
		cmd.AddCommand(build(e, f))
	}
	return cmd
}

// JSON reports whether the report is printed as JSON.
func (f *Flags) JSON() bool { return f.json }

// CheckOne returns an error if the flags select several devices, for a command that uses one.
func (f *Flags) CheckOne(command string) error {
	if f.all {
		return ui.Usage(command, "--all selects all devices, but the command uses one", "select one device with -s SERIAL")
	}
	return nil
}

// AddChoice adds the flags that select the device and its user.
func (f *Flags) AddChoice(flags *pflag.FlagSet) {
	flags.StringVarP(&f.serial, "serial", "s", "", "use the device whose serial number begins with `SERIAL` (default: $ANDROID_SERIAL, or the only connected device)")
	flags.StringSliceVar(&f.servers, "server", nil, "use the adb servers at `HOST:PORT,...` (default: the server that adb uses)")
	flags.StringVar(&f.user, "user", "current", "Android `USER`: \"current\" or a user number")
}

// ForSerial returns flags that select a device by the beginning of its serial number.
func ForSerial(serial string) *Flags { return &Flags{serial: serial} }

// UserID returns the number of the user, -1 for the current one.
func (f *Flags) UserID() (int, error) {
	if f.user == "" || f.user == "current" {
		return -1, nil
	}
	n, err := strconv.Atoi(f.user)
	if err != nil || n < 0 || n > 9999 {
		return 0, ui.Usage("--user "+f.user, `must be "current" or a user number from 0 to 9999`, "for example: --user 10; to list the users: adb shell pm list users")
	}
	return n, nil
}

// CheckPackages returns an error for invalid package names, before a device is queried. It skips "".
func CheckPackages(names ...string) error {
	for _, name := range names {
		if err := device.CheckPackage(name); name != "" && err != nil {
			return err
		}
	}
	return nil
}

// clients returns the selected adb servers.
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
		c.OnStart = func(text string) { e.Notef("note: %s", ui.OneLine(text)) }
		out = append(out, c)
	}
	return out, nil
}

// deviceEntry is a device as its server lists it.
type deviceEntry struct {
	adb.Entry
	client *adb.Client
}

func (d deviceEntry) Device() *adb.Device { return d.client.Device(d.Serial) }

// queryDevices returns the devices of all servers, and an error for each server that does not answer.
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

// serial returns the requested serial or start of a serial, or "".
func serial(e *ui.Env, f *Flags) string {
	return cmp.Or(f.serial, e.Machine.Getenv("ANDROID_SERIAL"))
}

// ChooseDevice returns the device that the flags select.
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

// choose returns the device of a list with a serial that starts with serial.
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
