package main

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// deviceFlags are the flags of all commands of device.
type deviceFlags struct {
	serial  string
	servers []string
	all     bool
	user    string
	json    bool
}

func deviceCmd(e *env) *cobra.Command {
	f := &deviceFlags{}
	cmd := &cobra.Command{
		Use:     "device COMMAND",
		GroupID: groupDevice,
		Short:   "Put layers on Android devices, and see what becomes of them there",
		Long: `Put layers on Android devices and see what becomes of them there, through adb.

The device is that of -s or ANDROID_SERIAL, of which the beginning is enough, or the only one there is; --all
takes every one, all at once. The adb server is adb's own, which ADB_SERVER_SOCKET and
ANDROID_ADB_SERVER_PORT can change; --server names others, on this machine or elsewhere. No server is ever
ended, and one elsewhere is never started. What goes wrong with a device or with adb has exit code 5.`,
	}
	flags := cmd.PersistentFlags()
	f.addChoice(flags)
	flags.BoolVar(&f.all, "all", false, "every device, all at once")
	flags.BoolVar(&f.json, "json", false, "report as JSON")
	_ = cmd.RegisterFlagCompletionFunc("serial", e.completeSerials(f))
	cmd.AddCommand(
		deviceListCmd(e, f),
		deviceWhyCmd(e, f), deviceDebugCmd(e, f), deviceCTSCmd(e, f), deviceSymbolizeCmd(e, f),
		deviceAppsCmd(e, f), devicePushCmd(e, f), deviceLogsCmd(e, f),
		deviceDriverCmd(e, f),
		deviceEnableCmd(e, f), deviceDisableCmd(e, f), deviceStatusCmd(e, f), deviceGlobalCmd(e, f), deviceRestoreCmd(e, f),
	)
	return cmd
}

// addChoice adds the flags that say which device and which of its users is meant.
func (f *deviceFlags) addChoice(flags *pflag.FlagSet) {
	flags.StringVarP(&f.serial, "serial", "s", "", "the device of which the `SERIAL` begins so (default $ANDROID_SERIAL, or the only one)")
	flags.StringSliceVar(&f.servers, "server", nil, "adb servers, as `HOST:PORT,...` (default adb's own)")
	flags.StringVar(&f.user, "user", "current", "the `USER` of the device: current, or a number")
}

// userID is the number of the user, -1 for the current one.
func (f *deviceFlags) userID() (int, error) {
	if f.user == "" || f.user == "current" {
		return -1, nil
	}
	n, err := strconv.Atoi(f.user)
	if err != nil || n < 0 || n > 9999 {
		return 0, &usageError{"--user " + f.user, "no user of a device", "for example: --user 10; adb shell pm list users shows them"}
	}
	return n, nil
}

// checkPackages refuses what no package can be called, before a device is asked for; "" is one that is not named.
func checkPackages(names ...string) error {
	for _, name := range names {
		if err := device.CheckPackage(name); name != "" && err != nil {
			return err
		}
	}
	return nil
}

// clients are the adb servers that are meant.
func (e *env) clients(f *deviceFlags) ([]*adb.Client, error) {
	program, err := adb.Find(e.machine.Getenv)
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
		c.Note = func(text string) { e.notef("note: %s", oneLine(text)) }
		out = append(out, c)
	}
	return out, nil
}

// found is a device in the list of its server.
type found struct {
	adb.Entry
	client *adb.Client
}

func (d found) device() *adb.Device { return d.client.Device(d.Serial) }

// listed asks all servers for their devices. An error stands for a server that does not tell.
func listed(ctx context.Context, clients []*adb.Client) (all []found, errs []error) {
	lists, failed := make([][]adb.Entry, len(clients)), make([]error, len(clients))
	together(len(clients), func(i int) { lists[i], failed[i] = clients[i].Devices(ctx) })
	for i, c := range clients {
		for _, entry := range lists[i] {
			all = append(all, found{entry, c})
		}
		if failed[i] != nil {
			errs = append(errs, failed[i])
		}
	}
	return all, errs
}

// serial is the serial, or its beginning, that was asked for; "" if none was.
func (e *env) serial(f *deviceFlags) string {
	return cmp.Or(f.serial, e.machine.Getenv("ANDROID_SERIAL"))
}

// chosen is the device that the flags mean.
func (e *env) chosen(ctx context.Context, f *deviceFlags) (found, error) {
	clients, err := e.clients(f)
	if err != nil {
		return found{}, err
	}
	all, errs := listed(ctx, clients)
	if len(errs) > 0 && len(all) == 0 {
		return found{}, errs[0]
	}
	return choose(all, e.serial(f))
}

// choose picks the device that a serial means, or its beginning, from a list.
func choose(all []found, serial string) (found, error) {
	var entries []adb.Entry
	for _, d := range all {
		entries = append(entries, d.Entry)
	}
	entry, err := adb.Choose(entries, serial)
	if err != nil {
		return found{}, err
	}
	i := slices.IndexFunc(all, func(d found) bool { return d.Entry == entry })
	return all[i], nil
}
