package adb

import (
	"slices"
	"strings"
	"testing"
)

const listed = `* daemon not running; starting now at tcp:5037
* daemon started successfully
List of devices attached
0123ABC                device usb:1-4 product:oriole model:Pixel_6 device:oriole transport_id:1
127.0.0.1:40001        device product:x model:SM_G991B device:x transport_id:7
abc123                 unauthorized usb:1-2 transport_id:2
abc456                 no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html] usb:1-3 transport_id:3
(no serial number)     unauthorized usb:1-9 transport_id:4
emulator-5554          offline transport_id:5
rec                    recovery transport_id:6

`

func TestParseDevices(t *testing.T) {
	want := []Entry{{"0123ABC", "device", "Pixel 6", ""}, {"127.0.0.1:40001", "device", "SM G991B", ""},
		{"abc123", "unauthorized", "", ""}, {"abc456", "no permissions", "", ""}, {noSerial, "unauthorized", "", ""},
		{"emulator-5554", "offline", "", ""}, {"rec", "recovery", "", ""}}
	if got := parseDevices(listed, ""); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := parseDevices("List of devices attached\n", ""); got != nil {
		t.Errorf("%+v", got)
	}
}

func TestChoose(t *testing.T) {
	all := parseDevices(listed, "")
	for serial, want := range map[string]string{"0123ABC": "", "0": "", "127": "",
		"abc": "2 connected devices have a serial that begins with this text", "abc123": "the device has not authorized this computer", "abc4": "no permission to open the USB port",
		"emu": "the device is offline", "rec": "the device is in recovery mode", "zzz": "no connected device has this serial", "": "2 devices are connected"} {
		e, err := Choose(all, serial)
		if want == "" {
			if err != nil || !strings.HasPrefix(e.Serial, serial) {
				t.Errorf("%q: %v, %v", serial, e, err)
			}
			continue
		}
		checkError(t, err, want)
	}
	if _, err := Choose(all, "abc"); !strings.Contains(err.(*Error).Hint(), "abc123: unauthorized, abc456: no permissions") {
		t.Error(err.(*Error).Hint())
	}
	if e, err := Choose(append(slices.Clone(all[2:]), all[0]), ""); err != nil || e != all[0] {
		t.Errorf("the only ready one: %v, %v", e, err)
	}
	_, err := Choose(nil, "")
	checkError(t, err, "no device is connected")
	_, err = Choose([]Entry{{"s", "device", "", "a:1"}, {"s", "device", "", "b:2"}}, "s")
	checkError(t, err, "more than one adb server has a device with this serial: a:1, b:2")
	_, err = Choose([]Entry{{"s", "strange", "", ""}}, "")
	checkError(t, err, "adb reports the state \"strange\"")
}

// Output of a program on the device is not mistaken for adb's own messages about the connection.
func TestWhoSays(t *testing.T) {
	for output, want := range map[string]string{
		"adb: device 's' not found":              "the device is no longer connected",
		"error: device not found":                "the device is no longer connected",
		"error: closed":                          "the connection to the device was interrupted",
		"adb: error: connect failed: closed":     "the connection to the device was interrupted",
		"WARNING: closed\nerror: device offline": "the device is offline",
		"adb: failed to install a.apk: Failure [INSTALL_FAILED_ABORTED: session closed, x not found]": "the installation was canceled on the device",
		"Exception: the stream is closed": "Exception: the stream is closed",
	} {
		if e := failed("s", output); !strings.Contains(e.Why, want) {
			t.Errorf("%q: %s", output, e.Why)
		}
	}
	for output, want := range map[string]string{
		"/system/bin/sh: run-as: inaccessible or not found": "run-as failed on the device",
		"sh: x: not found": "sh: x: not found",
		"error: closed":    "error: closed",
		"cat: write error: No space left on device":               "the device has no free storage",
		"run-as: couldn't stat /data/user/0/a: Permission denied": "run-as failed on the device",
	} {
		if e := Refused("s", output); !strings.Contains(e.Why, want) || e.Advice == "" {
			t.Errorf("%q: %s", output, e.Why)
		}
	}
}

func FuzzParseDevices(f *testing.F) {
	f.Add(listed)
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range parseDevices(text, "") {
			if e.Serial == "" || e.State == "" || strings.ContainsAny(e.Serial+e.State, "\r\n") {
				t.Errorf("%+v", e)
			}
		}
	})
}

func FuzzCutEnd(f *testing.F) {
	f.Add("a\nEND 3\n")
	f.Fuzz(func(t *testing.T, out string) {
		if body, status, ok := cutEnd(out, "END"); ok && !strings.HasPrefix(out, body) || status != 0 && !ok {
			t.Errorf("%q, %d", body, status)
		}
	})
}

// Shell output after the end mark is not taken for the mark, and a truncated status is rejected.
func TestCutEnd(t *testing.T) {
	for out, want := range map[string]int{"a\nEND 3\n": 3, "a\nEND 3\n[vendor] off\n": 3, "a\nEND 12": -1, "a\nEND \n": -1, "a\n": -1} {
		body, status, ok := cutEnd(out, "END")
		if ok != (want >= 0) || ok && (body != "a" || status != want) {
			t.Errorf("%q: %q, %d, %v", out, body, status, ok)
		}
	}
}

func TestTables(t *testing.T) {
	for _, f := range append(slices.Clone(faults), states...) {
		if f.message == "" || f.why == "" || f.advice == "" {
			t.Errorf("%+v", f)
		}
	}
	if failed("w", "").Why == "" || failed("w", "adb: strange").Why != "strange" || Refused("w", "").Why == "" {
		t.Error("what is not in the table")
	}
}
