package adb

import (
	"fmt"
	"slices"
	"strings"
)

// Choose returns the selected device: the one with that serial, or with a serial of which it is an
// unambiguous prefix. Without a serial, it is the only ready device. Choose fails if there is no such device,
// more than one, or if it is not ready.
func Choose(all []Entry, serial string) (Entry, error) {
	found := slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return !strings.HasPrefix(e.Serial, serial) })
	if exact := slices.DeleteFunc(slices.Clone(found), func(e Entry) bool { return e.Serial != serial }); len(exact) > 0 {
		found = exact
	}
	if ready := slices.DeleteFunc(slices.Clone(found), func(e Entry) bool { return !e.Ready() }); serial == "" && len(ready) > 0 {
		found = ready
	}
	switch {
	case len(found) == 1 && found[0].Ready():
		return found[0], nil
	case len(found) == 1:
		return Entry{}, found[0].Fault()
	case len(found) > 1:
		return Entry{}, ambiguousError(found, serial)
	case serial != "":
		return Entry{}, unknownError(all, serial)
	}
	return Entry{}, failed("adb", "error: no devices/emulators found")
}

// ambiguousError returns the error for an ambiguous choice; it lists the candidates.
func ambiguousError(found []Entry, serial string) error {
	advice := "choose a device with -s SERIAL or the environment variable ANDROID_SERIAL, or choose all devices with --all; connected: " + list(found)
	if found[0].Serial == found[len(found)-1].Serial {
		return &Error{"device " + serial, "more than one adb server has a device with this serial: " + servers(found), "choose a server with --server HOST:PORT"}
	}
	if serial == "" {
		return &Error{"no device selected", fmt.Sprintf("%d devices are connected", len(found)), advice}
	}
	return &Error{"device " + serial, fmt.Sprintf("%d connected devices have a serial that begins with this text", len(found)), "give more characters of the serial; connected: " + list(found)}
}

// notConnected is the reason in the error for an unknown serial.
const notConnected = "no connected device has this serial"

func unknownError(all []Entry, serial string) error {
	e := &Error{"device " + serial, notConnected, "connect a device with USB debugging enabled; to list the devices that adb detects: adb devices -l"}
	if len(all) > 0 {
		e.Advice = "connected: " + list(all)
	}
	return e
}

func list(entries []Entry) string {
	var out []string
	for _, e := range entries {
		words := e.Serial
		for _, more := range []string{e.Model, e.Server} {
			if more != "" {
				words += " (" + more + ")"
			}
		}
		if !e.Ready() {
			words += ": " + e.State
		}
		out = append(out, words)
	}
	return strings.Join(out, ", ")
}

func servers(entries []Entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Server)
	}
	return strings.Join(out, ", ")
}
