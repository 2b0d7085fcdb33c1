package test

import (
	"encoding/json"
	"net"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

func TestDeviceList(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Android: "14", Bare: true, Faults: device.Faults{Hostile: true}}, device.Options{Android: "10", Build: device.BuildUserdebug, Bare: true, Faults: device.Faults{Noise: true}},
		device.Options{Bare: true, Faults: device.Faults{Unauthorized: true}})
	words := []string{"!\x1b", "!\a", "14 (API 34)", "10 (API 29)", "userdebug", r.devices[2].Serial() + ": the device has not authorized this computer", "unlock the device"}
	for _, d := range r.devices {
		words = append(words, d.Serial())
	}
	r.checkRun(0, []string{"device", "list"}, words...)
	var report struct {
		Schema  int
		Devices []struct {
			Serial, State, Why string
			API                int
			ABIs               []string
		}
	}
	if err := json.Unmarshal([]byte(r.checkRun(0, []string{"device", "list", "--json"})), &report); err != nil || report.Schema != 1 || len(report.Devices) != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, d := range report.Devices {
		if bad := d.State != "device"; bad != (d.Why != "") || bad != (d.API == 0) || bad != (d.Serial == r.devices[2].Serial()) {
			t.Errorf("%+v", d)
		}
	}
}

func TestDeviceChoice(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.checkRun(5, []string{"device", "list"}, "no device is connected", "hint: ")
	r.checkRun(5, []string{"device", "apps"}, "no device is connected")
	a := r.add(device.Options{Android: "12", Bare: true})
	r.checkRun(0, []string{"device", "apps"})
	b := r.add(device.Options{Android: "11", Bare: true})
	r.checkRun(5, []string{"device", "apps"}, "no device selected: 2 devices are connected", "-s SERIAL", a.Serial(), b.Serial())
	r.checkRun(5, []string{"device", "apps", "-s", "127.0.0.1:"}, "2 connected devices have a serial that begins with this text", a.Serial(), b.Serial())
	r.checkRun(5, []string{"device", "apps", "-s", "zz"}, "device zz: no connected device has this serial", a.Serial())
	r.checkRun(0, []string{"device", "apps", "-s", a.Serial()})
	r.checkRun(0, []string{"device", "list", "-s", a.Serial()}, a.Serial(), "!"+b.Serial())
	r.checkRun(0, []string{"device", "list", "-s", "127.0.0.1:"}, a.Serial(), b.Serial())
	r.checkRun(5, []string{"device", "list", "-s", "zz"}, "device zz: no connected device has this serial", a.Serial())
	r.env = []string{"ANDROID_SERIAL=" + b.Serial()}
	r.checkRun(0, []string{"device", "apps"})
	r.checkRun(2, []string{"device", "apps", "--all", "-s", "x"}, "leave out --all or -s")
	r.checkRun(2, []string{"device", "apps", "--user", "x"}, `must be "current" or a user number from 0 to 9999`)
	r.checkRun(2, []string{"device", "apps", "--server", "localhost:99999"}, "the port must be a number from 1 to 65535")
}

// Each bad state has a description and a remedy. With --all the other devices are still processed, and the
// exit code reports the failure.
func TestDeviceStates(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Bare: true, Faults: device.Faults{Unauthorized: true}})
	r.checkRun(5, []string{"device", "apps"}, "not authorized this computer", "hint: unlock the device")
	good := r.add(device.Options{Bare: true})
	r.checkRun(0, []string{"device", "apps"}) // the only device that is ready
	r.checkRun(5, []string{"device", "apps", "--all"}, r.devices[0].Serial()+": the device has not authorized", good.Serial())
	out := r.checkRun(5, []string{"device", "apps", "--all", "--json"})
	var report struct {
		Devices []struct{ Serial, Error, Hint string }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Devices) != 2 {
		t.Fatalf("%s, %v", out, err)
	}
	for _, d := range report.Devices {
		if (d.Error != "") != (d.Serial == r.devices[0].Serial()) || (d.Hint != "") != (d.Error != "") {
			t.Errorf("%+v", d)
		}
	}
}

func TestDeviceServers(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Android: "13", Bare: true})
	other := newRig(t, device.Options{Android: "15", Bare: true})
	both := r.server.Address() + "," + other.server.Address()
	r.checkRun(0, []string{"device", "list", "--server", both}, r.devices[0].Serial(), other.devices[0].Serial(), "13 (API 33)", "15 (API 35)")
	r.checkRun(0, []string{"device", "apps", "--server", both, "-s", other.devices[0].Serial()})
	r.checkRun(5, []string{"device", "list", "--server", both + ",farm..invalid:5037"}, "13 (API 33)", "farm..invalid:5037: cannot connect: ")
}

// A server of another version is left alone: adb would end it.
func TestDeviceServerVersion(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	asked := make(chan string, 16)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			request := make([]byte, 16)
			_, _ = conn.Read(request)
			asked <- strings.TrimRight(string(request), "\x00")
			_, _ = conn.Write([]byte("OKAY00040020"))
			conn.Close()
		}
	}()
	r := newRig(t)
	r.checkRun(5, []string{"device", "list", "--server", l.Addr().String()}, "the server has version 32, but the adb program has version 41")
	close(asked)
	for request := range asked {
		if request != "000chost:version" {
			t.Errorf("it was asked %q", request)
		}
	}
}

func TestDeviceWithoutADB(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.env = []string{"PATH=/nowhere", "ADB="}
	r.checkRun(5, []string{"device", "list"}, "adb: not found: the environment variable ADB is not set", "hint: install adb (Debian: apt-get install adb; other systems: https")
}

func TestDeviceCompletion(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	serial := r.devices[0].Serial()
	r.checkRun(0, []string{"__complete", "device", "apps", "-s", ""}, serial)
	r.checkRun(0, []string{"__complete", "device", "logs", "com.example."}, "com.example.game", "com.example.shop", "!android.rootless")
	r.env = []string{"PATH=/nowhere"}
	r.checkRun(0, []string{"__complete", "device", "apps", "-s", ""}, "!"+serial, "!adb")
}

// A shell that prints text before and after each script, as those of some vendors do, does not affect reading
// or writing.
func TestLoudShell(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Faults: device.Faults{Loud: true, Noise: true}})
	r.checkRun(0, []string{"device", "list"}, "Test Device", "16 (API 36)", "!was interrupted")
	r.checkRun(0, []string{"device", "status"}, "the settings do not enable layers")
	r.checkRun(6, []string{"device", "why", "com.example.game"}, "why-enabled")
}
