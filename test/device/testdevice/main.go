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
	flag.StringVar(&o.Android, "android", "", "the release: 10 to 16qpr2 (default the newest)")
	flag.StringVar(&o.Build, "build", device.BuildUser, "user, userdebug or eng")
	abis := flag.String("abis", "", "the processors' names, commas between them (default this machine's)")
	flag.IntVar(&count, "count", 1, "how many devices")
	flag.StringVar(&o.SU, "su", "", "magisk: a rooted user build; none: no su")
	flag.DurationVar(&o.Delay, "delay", 0, "what each trip takes longer, such as 20ms")
	flag.Int64Var(&o.Rate, "rate", 0, "bytes a second")
	flag.BoolVar(&o.Unauthorized, "unauthorized", false, "take no key")
	flag.BoolVar(&o.Offline, "offline", false, "take connections and say nothing")
	flag.Int64Var(&o.CutAfter, "cut-after", 0, "cut the link after so many bytes")
	flag.IntVar(&o.CutAt, "cut-at", 0, "cut it before this command or change of state")
	flag.BoolVar(&o.Gone, "gone", false, "and do not come back")
	flag.StringVar(&o.Vendor, "vendor", "", "be of this maker, and refuse settings as it does: xiaomi, oppo or realme")
	users := flag.String("users", "", "the users beside user 0, commas between them, such as 10,11")
	lacks := flag.String("lacks", "", "programs that the device does not have, commas between them")
	flag.BoolVar(&o.Later, "later", false, "a later build of the release, where that behaves otherwise")
	flag.BoolVar(&o.Forgetful, "forgetful", false, "settings do not stick")
	flag.Int64Var(&o.Full, "full", 0, "room on the disk in bytes; -1: none")
	flag.BoolVar(&o.Noise, "noise", false, "a vendor's extra lines")
	flag.BoolVar(&o.Loud, "loud", false, "and lines around what each shell says")
	flag.BoolVar(&o.Hostile, "hostile", false, "control characters in a device's words")
	flag.Float64Var(&o.Sleep, "sleep", 1, "how much faster than the clock the shell sleeps")
	verbose := flag.Bool("v", false, "tell what the devices are asked, on standard error")
	flag.Parse()
	for _, text := range strings.FieldsFunc(*users, comma) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return o, 0, fmt.Errorf("-users %s: %q is no number of a user", *users, text)
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
