// Testdevice runs test devices with a real adb server, so that you can try "gleslayergen device" without a
// phone:
//
//	cd test && go run ./device/testdevice --android 14
//
// It prints the variables to export, and runs until its stdin ends or it is interrupted.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/test/device"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "testdevice:", err)
		os.Exit(1)
	}
}

// options are the command line options.
func options() (o device.Options, count int, err error) {
	flag.StringVar(&o.Android, "android", "", "Android `release`: 10 to 16qpr2 (default: the newest)")
	flag.StringVar(&o.Build, "build", device.BuildUser, "build type: user, userdebug or eng")
	abis := flag.String("abis", "", "ABIs, separated by commas (default: that of this machine)")
	flag.IntVar(&count, "count", 1, "number of devices")
	flag.StringVar(&o.SU, "su", "", "magisk: a rooted user build; none: no su")
	flag.DurationVar(&o.Delay, "delay", 0, "additional duration of each round trip, such as 20ms")
	flag.Int64Var(&o.Rate, "rate", 0, "maximum transfer rate in bytes per second; 0: no limit")
	flag.BoolVar(&o.Unauthorized, "unauthorized", false, "accept no adb key: the device stays unauthorized")
	flag.BoolVar(&o.Offline, "offline", false, "accept connections and never reply: the device is offline")
	flag.Int64Var(&o.CutAfter, "cut-after", 0, "cut the link after this number of bytes; 0: never")
	flag.IntVar(&o.CutAt, "cut-at", 0, "cut the link before this command or change of state, counted from 1; 0: never")
	flag.BoolVar(&o.Gone, "gone", false, "do not restore the link after a cut")
	flag.StringVar(&o.Vendor, "vendor", "", "reject changes of settings with the message of this vendor: xiaomi, oppo or realme")
	users := flag.String("users", "", "users in addition to user 0, separated by commas, such as 10,11")
	lacks := flag.String("lacks", "", "programs that the device lacks, separated by commas")
	flag.BoolVar(&o.Later, "later", false, "use a later build of the release, if later builds behave differently")
	flag.BoolVar(&o.Forgetful, "forgetful", false, "ignore changes of settings without an error")
	flag.Int64Var(&o.Full, "full", 0, "free storage in bytes; -1: none; 0: no limit")
	flag.BoolVar(&o.Noise, "noise", false, "print a vendor's additional lines on stderr of programs")
	flag.BoolVar(&o.Loud, "loud", false, "print additional lines before and after the output of each shell")
	flag.BoolVar(&o.Hostile, "hostile", false, "use control characters in values of apps and properties")
	flag.Float64Var(&o.Sleep, "sleep", 1, "factor by which sleep in the shell is faster than the clock")
	verbose := flag.Bool("v", false, "log the requests to the devices on stderr")
	flag.Parse()
	for _, text := range strings.FieldsFunc(*users, comma) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return o, 0, fmt.Errorf("-users %s: %q is not a user number above 0", *users, text)
		}
		o.Users = append(o.Users, n)
	}
	o.Lacks = strings.FieldsFunc(*lacks, comma)
	if *abis != "" {
		o.ABIs = strings.Split(*abis, ",")
	}
	if *verbose {
		o.Log = func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	}
	return o, count, nil
}

func comma(r rune) bool { return r == ',' }

func serve() error {
	o, count, err := options()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "testdevice-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	server, err := device.NewServer(dir)
	if err != nil {
		return err
	}
	defer server.Close()
	for i := range count {
		folder := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
		d, err := device.New(folder, o)
		if err != nil {
			return err
		}
		defer d.Close()
		if err := server.Connect(d); err != nil {
			return err
		}
		if i == 0 { // printed last: a script that evaluates the output needs running devices
			fmt.Println("export ADB_SERVER_SOCKET=" + server.Socket())
			fmt.Println("export ANDROID_SERIAL=" + d.Serial())
			fmt.Println(d.Describe())
		} else {
			fmt.Println("# also:", d.Serial())
		}
	}
	wait()
	return nil
}

// wait returns when stdin is closed, or at SIGINT or SIGTERM.
func wait() {
	over := make(chan os.Signal, 1)
	signal.Notify(over, os.Interrupt, syscall.SIGTERM)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		over <- os.Interrupt
	}()
	<-over
}
